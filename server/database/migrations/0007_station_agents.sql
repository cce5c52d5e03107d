CREATE TABLE "station_nonces" (
	"agent_id" uuid NOT NULL,
	"nonce" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "station_nonces_agent_id_nonce_pk" PRIMARY KEY("agent_id","nonce")
);
--> statement-breakpoint
ALTER TABLE "enrolment_codes" ADD COLUMN "revokes_earlier" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "station_nonces" ADD CONSTRAINT "station_nonces_agent_id_station_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."station_agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "station_nonces_at" ON "station_nonces" USING btree ("at");