ALTER TABLE "orders" ADD COLUMN "product" jsonb;--> statement-breakpoint
UPDATE "orders" SET "product" = jsonb_build_object(
  'kind', design #> '{product,kind}',
  'modelId', design #> '{product,modelId}',
  'materialId', design #> '{product,materialId}',
  'caseColour', design #> '{product,caseColour}',
  'shape', design #> '{product,shape}',
  'sizeInches', design #> '{product,sizeInches}',
  'widthMm', design #> '{product,geometry,widthMm}',
  'heightMm', design #> '{product,geometry,heightMm}');--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "product" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "scan" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "scan" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "network" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "network" DROP DEFAULT;--> statement-breakpoint
CREATE INDEX "orders_scan" ON "orders" USING btree ("scan");--> statement-breakpoint
CREATE INDEX "orders_network" ON "orders" USING btree ("network","changed_at");
