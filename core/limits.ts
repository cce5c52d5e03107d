/** Every limit of the product that is not a machine's own setting. */
export const limits = {
  /** Print resolution unless a machine says otherwise. */
  printDpi: 300,
  printDpiMax: 600,
  /** Width and height of a custom print, in mm. */
  printMmMin: 20,
  printMmMax: 420,
  /** Longest side of a print file: 426 mm, bleed included, at 600 dpi. */
  printSidePxMax: 10_063,
  /** Letters under this size, em square, are hard to read on a case or on icing. */
  readableTextMm: 2,
  /** Under this effective dpi the studio warns and offers super-resolution. */
  dpiWarn: 150,
  /** Under this effective dpi the studio warns strongly; it never blocks. */
  dpiPoor: 72,
  /**
   * Pixels a photo is worked on at. The largest canvas iOS allows (4096 x 4096), and 300 dpi for a
   * print of 347 x 347 mm; larger photos are decoded straight to this size.
   */
  workingPxMax: 16_777_216,
  /** Largest photo taken in at all: beyond it the header is a lie or a bomb. */
  intakePxMax: 120_000_000,
  /** Longest side of a photo taken in. */
  intakeSidePxMax: 20_000,
  /** Of a picture that is decoded whole and converted: WebP, GIF, AVIF, HEIC. */
  convertPxMax: 50_000_000,
  intakeBytesMax: 64 * 1024 * 1024,
  /** Characters of a design's name. */
  designTitleMax: 120,
  /** A design: what the studio adds nothing beyond, and its length as JSON, which follows from it. */
  designLayersMax: 150,
  designPointsMax: 50_000,
  designJsonMax: 2_000_000,
  /** Brush strokes of one tool as text: about a hundred long ones, several hundred dabs. */
  brushTextMax: 12_000,
  /** Pieces of one order. */
  orderQuantityMax: 50,
  /** Orders of one customer that wait for payment at once. */
  unpaidOrdersMax: 2,
  /** An unpaid order is closed then (decisions, "Orders"). */
  payWithinMs: 15 * 60_000,
  /** An order whose station cannot print for so long is called off, and its money given back. */
  faultCureMs: 60 * 60_000,
  /** A station that claimed a job begins to print it within this, or another claim may follow. */
  claimLeaseMs: 30_000,
  /** A print that is not heard of for so long is lost: whether it came out, a human finds out. */
  printLeaseMs: 120_000,
  /** A station's agent speaks at least so often, and counts as silent after the second. */
  heartbeatMs: 10_000,
  silentAfterMs: 45_000,
  /** What was shipped counts as received then. */
  receiptAssumedMs: 15 * 86_400_000,
  /** A print file as it is uploaded: 420 mm at 600 dpi stays under it. */
  uploadBytesMax: 256 * 1024 * 1024,
  /** A call as it is sent, but for placing an order, which carries its design. */
  callBytesMax: 65_536,
  orderBytesMax: 2_200_000,
  /** A picture for lists. */
  pictureBytesMax: 8 * 1024 * 1024,
  /** Uploads of one customer that are under way; beginning another ends the oldest. */
  uploadsOpenMax: 5,
  /** Bytes that one customer, and one address, may upload in a day. */
  uploadDayBytesMax: 1024 ** 3,
  uploadAddressDayBytesMax: 8 * 1024 ** 3,
  /** Image tools that one customer may have waiting or running on the server at once. */
  imagingJobsMax: 3,
  /** Where one would begin only after this the server takes no more. */
  imagingWaitMaxMs: 5 * 60_000,
  /** A photo that was sent for a tool, and what was made of it, are deleted then at the latest. */
  imagingKeptMs: 60 * 60_000,
  /** A job whose server is not heard of for so long is run again by another. */
  imagingLeaseMs: 15_000,
  /** Times that a job is begun: a photo that ends its server is not tried for ever. */
  imagingTriesMax: 3,
  /** Requests, uploads and downloads end after this (specification, point 9). */
  callTimeoutMs: 600_000,
  /** Where a tool takes less nobody minds where it is run, and no faster way is fetched. */
  toolShortSeconds: 10,
  /** A running tool answers a cancel within this time, or its worker is ended. */
  cancelMs: 500,
  /** One that other work waits for is given longer: a new worker would load scripts and networks anew. */
  replaceMs: 4000,
} as const
