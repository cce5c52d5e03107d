/**
 * Which of the 468 points of the face mesh trace what (canonical_face_model.obj of MediaPipe). Right
 * and left are the person's own. A line runs from the person's right to left, a rim goes round.
 */
export const facePointGroups = {
  faceOval: [
    10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152,
    148, 176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
  ],
  /** From one ear over the chin to the other. */
  jaw: [
    234, 93, 132, 58, 172, 136, 150, 149, 176, 148, 152, 377, 400, 378, 379, 365, 397, 288, 361,
    323, 454,
  ],
  rightUpperLid: [33, 246, 161, 160, 159, 158, 157, 173, 133],
  rightLowerLid: [33, 7, 163, 144, 145, 153, 154, 155, 133],
  leftUpperLid: [362, 398, 384, 385, 386, 387, 388, 466, 263],
  leftLowerLid: [362, 382, 381, 380, 374, 373, 390, 249, 263],
  rightBrowTop: [70, 63, 105, 66, 107],
  rightBrowBottom: [46, 53, 52, 65, 55],
  leftBrowTop: [336, 296, 334, 293, 300],
  leftBrowBottom: [285, 295, 282, 283, 276],
  lipsTop: [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291],
  lipsBottom: [61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291],
  mouthTop: [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308],
  mouthBottom: [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308],
  noseRidge: [168, 6, 197, 195, 5, 4],
  /** Under the nose from wing to wing. */
  noseBase: [64, 98, 97, 2, 326, 327, 294],
  /** Upper and lower rim of each nostril, from its outer end to the inner one. */
  rightNostrilTop: [166, 79, 239, 238, 20],
  rightNostrilBottom: [166, 75, 60, 99, 20],
  leftNostrilTop: [392, 309, 459, 458, 250],
  leftNostrilBottom: [392, 305, 290, 328, 250],
  /** The fold about each wing of a nose, from above. */
  rightWing: [209, 49, 48, 64],
  leftWing: [429, 279, 278, 294],
  /** Where what parts the nostrils meets the lip. */
  columella: [242, 141, 94, 370, 462],
} as const satisfies Readonly<Record<string, readonly number[]>>

export type FacePointGroup = keyof typeof facePointGroups

/** The points that the network looks at once more, in the order in which it answers them. */
export const refinedPoints = {
  lips: [
    61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 185, 40, 39, 37, 0, 267, 269, 270, 409, 78,
    95, 88, 178, 87, 14, 317, 402, 318, 324, 308, 191, 80, 81, 82, 13, 312, 311, 310, 415, 76, 77,
    90, 180, 85, 16, 315, 404, 320, 307, 306, 184, 74, 73, 72, 11, 302, 303, 304, 408, 62, 96, 89,
    179, 86, 15, 316, 403, 319, 325, 292, 183, 42, 41, 38, 12, 268, 271, 272, 407,
  ],
  rightEye: [
    33, 7, 163, 144, 145, 153, 154, 155, 133, 246, 161, 160, 159, 158, 157, 173, 130, 25, 110, 24,
    23, 22, 26, 112, 243, 247, 30, 29, 27, 28, 56, 190, 226, 31, 228, 229, 230, 231, 232, 233, 244,
    113, 225, 224, 223, 222, 221, 189, 35, 124, 46, 53, 52, 65, 143, 111, 117, 118, 119, 120, 121,
    128, 245, 156, 70, 63, 105, 66, 107, 55, 193,
  ],
  leftEye: [
    263, 249, 390, 373, 374, 380, 381, 382, 362, 466, 388, 387, 386, 385, 384, 398, 359, 255, 339,
    254, 253, 252, 256, 341, 463, 467, 260, 259, 257, 258, 286, 414, 446, 261, 448, 449, 450, 451,
    452, 453, 464, 342, 445, 444, 443, 442, 441, 413, 265, 353, 276, 283, 282, 295, 372, 340, 346,
    347, 348, 349, 350, 357, 465, 383, 300, 293, 334, 296, 336, 285, 417,
  ],
} as const
