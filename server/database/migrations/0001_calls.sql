CREATE UNLOGGED TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE INDEX "rate_limits_expire" ON "rate_limits" USING btree ("expire");
--> statement-breakpoint
CREATE FUNCTION "tell_order_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('order_changed', NEW.order_number);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "order_changed" AFTER UPDATE ON "orders" FOR EACH ROW
	WHEN (OLD.version <> NEW.version) EXECUTE FUNCTION "tell_order_changed"();
