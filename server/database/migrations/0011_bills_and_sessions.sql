CREATE TABLE "partner_bill_lines" (
	"payment_id" uuid NOT NULL,
	"move" text NOT NULL,
	"partner_id" uuid NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "partner_bill_lines_payment_id_move_pk" PRIMARY KEY("payment_id","move")
);
--> statement-breakpoint
CREATE TABLE "partner_bills" (
	"partner_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"month" text NOT NULL,
	"partner" text NOT NULL,
	"time_zone" text NOT NULL,
	"currency" text NOT NULL,
	"gross_minor" integer NOT NULL,
	"share_minor" integer NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "partner_bills_partner_id_place_pk" PRIMARY KEY("partner_id","place")
);
--> statement-breakpoint
ALTER TABLE "audit_events" ALTER COLUMN "account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_tokens" ADD COLUMN "session_id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_tokens" ADD COLUMN "browser" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_tokens" ADD COLUMN "system" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_tokens" ADD COLUMN "kind" text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE "partner_bill_lines" ADD CONSTRAINT "partner_bill_lines_entry" FOREIGN KEY ("payment_id","move") REFERENCES "public"."partner_entries"("payment_id","move") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_bill_lines" ADD CONSTRAINT "partner_bill_lines_bill" FOREIGN KEY ("partner_id","place") REFERENCES "public"."partner_bills"("partner_id","place") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_bills" ADD CONSTRAINT "partner_bills_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "partner_bill_lines_bill_index" ON "partner_bill_lines" USING btree ("partner_id","place");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_bills_month" ON "partner_bills" USING btree ("partner_id","month");--> statement-breakpoint
CREATE TRIGGER "partner_bills_written_once" BEFORE UPDATE OR DELETE ON "partner_bills" FOR EACH ROW
	EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "partner_bills_never_emptied" BEFORE TRUNCATE ON "partner_bills" FOR EACH STATEMENT
	EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "partner_bill_lines_written_once" BEFORE UPDATE OR DELETE ON "partner_bill_lines" FOR EACH ROW
	EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "partner_bill_lines_never_emptied" BEFORE TRUNCATE ON "partner_bill_lines" FOR EACH STATEMENT
	EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE FUNCTION "tell_payment_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('order_changed', orders.order_number) FROM orders WHERE orders.id = NEW.order_id;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "payment_changed" AFTER UPDATE OF "state" ON "payments" FOR EACH ROW
	EXECUTE FUNCTION "tell_payment_changed"();
