CREATE TABLE "imaging_jobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"tool" text NOT NULL,
	"settings" jsonb NOT NULL,
	"photo_file" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"turn" bigint NOT NULL,
	"cost_seconds" double precision NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"server" uuid,
	"seen_at" timestamp with time zone,
	"progress" jsonb,
	"fault" jsonb,
	"result" jsonb,
	"matte" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "imaging_servers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slots" smallint NOT NULL,
	"slowness" double precision NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "purpose" text DEFAULT 'order' NOT NULL;--> statement-breakpoint
ALTER TABLE "imaging_jobs" ADD CONSTRAINT "imaging_jobs_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imaging_jobs_customer" ON "imaging_jobs" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "imaging_jobs_state" ON "imaging_jobs" USING btree ("state","turn");--> statement-breakpoint
CREATE INDEX "imaging_jobs_age" ON "imaging_jobs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "files_imaging" ON "files" USING btree ("created_at") WHERE "purpose" = 'imaging';--> statement-breakpoint
CREATE FUNCTION "tell_imaging"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		PERFORM pg_notify('imaging_changed', OLD.id::text);
		RETURN NULL;
	END IF;
	IF NEW.state = 'waiting' THEN
		PERFORM pg_notify('imaging_due', '');
	END IF;
	PERFORM pg_notify('imaging_changed', NEW.id::text);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "imaging_told" AFTER INSERT OR DELETE ON "imaging_jobs" FOR EACH ROW EXECUTE FUNCTION "tell_imaging"();--> statement-breakpoint
CREATE TRIGGER "imaging_changed" AFTER UPDATE ON "imaging_jobs" FOR EACH ROW
	WHEN (OLD.state <> NEW.state OR OLD.progress IS DISTINCT FROM NEW.progress) EXECUTE FUNCTION "tell_imaging"();
