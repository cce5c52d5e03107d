CREATE TABLE "sandbox_deliveries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"event_id" text NOT NULL,
	"reference" text NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sandbox_payments" (
	"reference" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"state" text NOT NULL,
	"minor" integer NOT NULL,
	"currency" text NOT NULL,
	"order_number" text NOT NULL,
	"shop" text NOT NULL,
	"language" text NOT NULL,
	"card" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "language" text DEFAULT 'en-us' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "asks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sandbox_deliveries" ADD CONSTRAINT "sandbox_deliveries_reference_sandbox_payments_reference_fk" FOREIGN KEY ("reference") REFERENCES "public"."sandbox_payments"("reference") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sandbox_deliveries_due" ON "sandbox_deliveries" USING btree ("due_at") WHERE "sandbox_deliveries"."done_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_payments_key" ON "sandbox_payments" USING btree ("key");--> statement-breakpoint
CREATE FUNCTION "tell_outbox_due"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('outbox_due', '');
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "outbox_due_now" AFTER INSERT ON "outbox" FOR EACH STATEMENT
	EXECUTE FUNCTION "tell_outbox_due"();
