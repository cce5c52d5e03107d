CREATE TABLE "ledger_entries" (
	"payment_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"move" text NOT NULL,
	"from_account" text NOT NULL,
	"to_account" text NOT NULL,
	"minor" integer NOT NULL,
	"currency" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_entries_payment_id_move_pk" PRIMARY KEY("payment_id","move")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"task" jsonb NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"done_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_webhooks" (
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_webhooks_provider_event_id_pk" PRIMARY KEY("provider","event_id")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"state" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"minor" integer NOT NULL,
	"currency" text NOT NULL,
	"reference" text,
	"pay_url" text,
	"trouble" text,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "print_attempts" (
	"job_id" uuid NOT NULL,
	"token" integer NOT NULL,
	"machine_id" text NOT NULL,
	"agent_id" uuid,
	"claimed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"began_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"outcome" text,
	"note" text,
	CONSTRAINT "print_attempts_job_id_token_pk" PRIMARY KEY("job_id","token")
);
--> statement-breakpoint
CREATE TABLE "print_jobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"machine_id" text NOT NULL,
	"state" text NOT NULL,
	"token" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp with time zone,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "enrolment_codes" (
	"hash" text PRIMARY KEY NOT NULL,
	"machine_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "station_agents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"machine_id" text NOT NULL,
	"public_key" text NOT NULL,
	"enrolled_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "machines" ADD COLUMN "site" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "machines" ADD COLUMN "maintenance" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "machines" ADD COLUMN "silent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "machines" ADD COLUMN "faults" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "machines" ADD COLUMN "last_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_events" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "order_events" ADD COLUMN "by" text;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "print_attempts" ADD CONSTRAINT "print_attempts_job_id_print_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."print_jobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "print_attempts" ADD CONSTRAINT "print_attempts_agent_id_station_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."station_agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "print_jobs" ADD CONSTRAINT "print_jobs_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "print_jobs" ADD CONSTRAINT "print_jobs_machine_id_machines_id_fk" FOREIGN KEY ("machine_id") REFERENCES "public"."machines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolment_codes" ADD CONSTRAINT "enrolment_codes_machine_id_machines_id_fk" FOREIGN KEY ("machine_id") REFERENCES "public"."machines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "station_agents" ADD CONSTRAINT "station_agents_machine_id_machines_id_fk" FOREIGN KEY ("machine_id") REFERENCES "public"."machines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_order" ON "ledger_entries" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "ledger_at" ON "ledger_entries" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_key" ON "outbox" USING btree ("key");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("due_at") WHERE "outbox"."done_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_reference" ON "payments" USING btree ("provider","reference");--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payments_open" ON "payments" USING btree ("changed_at") WHERE "payments"."state" in ('started', 'capture-due', 'return-due');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_settle_once" ON "payments" USING btree ("order_id") WHERE "payments"."state" in ('authorised', 'capture-due', 'captured', 'stuck');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_start_once" ON "payments" USING btree ("order_id") WHERE "payments"."state" = 'started';--> statement-breakpoint
CREATE INDEX "print_attempts_machine" ON "print_attempts" USING btree ("machine_id","ended_at");--> statement-breakpoint
CREATE UNIQUE INDEX "print_jobs_order" ON "print_jobs" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "print_jobs_queue" ON "print_jobs" USING btree ("machine_id","state","queued_at");--> statement-breakpoint
CREATE INDEX "station_agents_machine" ON "station_agents" USING btree ("machine_id");--> statement-breakpoint
UPDATE "machines" SET
	"maintenance" = "state" = 'maintenance',
	"silent" = "state" = 'offline',
	"faults" = CASE "state" WHEN 'faulty' THEN ARRAY['other'] WHEN 'out-of-stock' THEN ARRAY['media-empty'] ELSE ARRAY[]::text[] END;
--> statement-breakpoint
CREATE FUNCTION "tell_queue_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('queue_changed', NEW.machine_id);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "tell_machine_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('queue_changed', NEW.id);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "order_queued" AFTER INSERT ON "orders" FOR EACH ROW
	EXECUTE FUNCTION "tell_queue_changed"();
--> statement-breakpoint
CREATE TRIGGER "order_queue_changed" AFTER UPDATE ON "orders" FOR EACH ROW
	WHEN (OLD.version <> NEW.version OR OLD.machine_id <> NEW.machine_id) EXECUTE FUNCTION "tell_queue_changed"();
--> statement-breakpoint
CREATE TRIGGER "print_job_changed" AFTER INSERT OR UPDATE OF "state", "machine_id" ON "print_jobs" FOR EACH ROW
	EXECUTE FUNCTION "tell_queue_changed"();
--> statement-breakpoint
CREATE TRIGGER "machine_changed" AFTER UPDATE OF "state" ON "machines" FOR EACH ROW
	WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION "tell_machine_changed"();
