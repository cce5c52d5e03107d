DROP INDEX "orders_unpaid_customer";--> statement-breakpoint
DROP INDEX "orders_unpaid_network";--> statement-breakpoint
DROP INDEX "orders_lapsed_network";--> statement-breakpoint
ALTER TABLE "shop_settings" ADD COLUMN "prices_version" bigint DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_customer_status" ON "orders" USING btree ("customer_id","status");--> statement-breakpoint
CREATE INDEX "orders_network" ON "orders" USING btree ("network","status","changed_at");--> statement-breakpoint
CREATE FUNCTION "count_price_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE shop_settings SET prices_version = prices_version + 1;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "goods_priced" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "goods"
	FOR EACH STATEMENT EXECUTE FUNCTION "count_price_change"();--> statement-breakpoint
CREATE TRIGGER "shop_priced" AFTER UPDATE OF "currency", "shipping_minor" ON "shop_settings"
	FOR EACH STATEMENT EXECUTE FUNCTION "count_price_change"();--> statement-breakpoint
CREATE TRIGGER "coupons_priced" AFTER UPDATE OF "percent_off" ON "coupons"
	FOR EACH STATEMENT EXECUTE FUNCTION "count_price_change"();--> statement-breakpoint
CREATE OR REPLACE FUNCTION "place_orders"(requests jsonb)
RETURNS TABLE (place bigint, refusal text, params jsonb, print_number integer, earlier uuid)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
	-- Whose turn it is, and of what: each request's, in their order.
	customers text[];
	stations text[];
	items text[];
	coupon_codes text[];
	prices bigint;
	-- The request at hand.
	entry record;
	asked orders%ROWTYPE;
	bounds jsonb;
	counted record;
	most numeric;
	-- Its station and item, less what this batch has taken of them already.
	station machines%ROWTYPE;
	in_stock stock%ROWTYPE;
	taken_stations text[] := '{}';
	taken_items text[] := '{}';
	taken_pieces integer[] := '{}';
	-- What the function answers of one request; its columns bear these names outside.
	a_refusal text;
	a_params jsonb;
	an_earlier uuid;
BEGIN
	SELECT array_agg(value #>> '{order,customer_id}'), array_agg(value #>> '{order,machine_id}'),
		array_agg(value #>> '{order,stock_item}'), array_remove(array_agg(value #>> '{order,quote,coupon}'), NULL)
	INTO customers, stations, items, coupon_codes FROM jsonb_array_elements(requests);

	-- All locks of the batch, each kind in one order: batches wait for each other and never in a circle.
	PERFORM pg_advisory_xact_lock(hashtextextended(turns.customer, 0))
	FROM (SELECT DISTINCT customer FROM unnest(customers) AS each (customer) ORDER BY 1) AS turns;
	IF coupon_codes <> '{}' THEN
		PERFORM 1 FROM coupons WHERE code = ANY (coupon_codes) ORDER BY code FOR NO KEY UPDATE;
	END IF;
	-- One by one: the plan of a join reads the whole table.
	FOR entry IN
		SELECT DISTINCT station, item FROM unnest(stations, items) AS each (station, item) ORDER BY 1, 2
	LOOP
		PERFORM 1 FROM stock WHERE machine_id = entry.station AND item = entry.item FOR NO KEY UPDATE;
	END LOOP;
	PERFORM 1 FROM machines WHERE id = ANY (stations) ORDER BY id FOR NO KEY UPDATE;
	SELECT prices_version INTO prices FROM shop_settings;

	FOR entry IN
		SELECT ordinality AS place, (value ->> 'key')::uuid AS key, value ->> 'bodyHash' AS body_hash,
			(value ->> 'pricesVersion')::bigint AS prices_version, value -> 'limits' AS bounds,
			jsonb_populate_record(NULL::orders, value -> 'order') AS asked
		FROM jsonb_array_elements(requests) WITH ORDINALITY
		ORDER BY value #>> '{order,machine_id}', value #>> '{order,stock_item}', ordinality
	LOOP
		asked := entry.asked;
		bounds := entry.bounds;
		a_refusal := NULL;
		a_params := NULL;
		an_earlier := NULL;
		IF station.id IS DISTINCT FROM asked.machine_id THEN
			SELECT * INTO station FROM machines WHERE id = asked.machine_id;
		END IF;
		IF in_stock.machine_id IS DISTINCT FROM asked.machine_id OR in_stock.item IS DISTINCT FROM asked.stock_item THEN
			SELECT * INTO in_stock FROM stock WHERE machine_id = asked.machine_id AND item = asked.stock_item;
		END IF;

		-- What nobody has paid yet, of this customer and of this network; what lapsed counts for its network.
		-- Compared with what is asked, not with 0, which an index of unpaid orders by another column would fit.
		SELECT first_time.body_hash, first_time.order_id, first_time.key IS NOT NULL AS asked_before,
			EXISTS (
				SELECT 1 FROM orders WHERE scan = asked.scan AND customer_id <> asked.customer_id
			) AS scanned_by_another,
			own.orders AS own,
			near.slots + lapsed.slots AS slots,
			near.coupons + lapsed.coupons AS coupons,
			coalesce(own.pieces, 0) + coalesce(near.pieces, 0) + coalesce(lapsed.pieces, 0) AS pieces
		INTO counted FROM (
			SELECT count(*) AS orders,
				sum(stock_quantity) FILTER (
					WHERE network <> asked.network AND machine_id = asked.machine_id AND stock_item = asked.stock_item
				) AS pieces
			FROM orders WHERE customer_id = asked.customer_id AND status = asked.status
		) AS own, (
			SELECT count(*) FILTER (WHERE machine_id = asked.machine_id) AS slots,
				count(*) FILTER (WHERE quote ->> 'coupon' = asked.quote ->> 'coupon') AS coupons,
				sum(stock_quantity) FILTER (
					WHERE machine_id = asked.machine_id AND stock_item = asked.stock_item
				) AS pieces
			FROM orders WHERE network = asked.network AND status = asked.status
		) AS near, (
			SELECT count(*) FILTER (WHERE machine_id = asked.machine_id) AS slots,
				count(*) FILTER (WHERE quote ->> 'coupon' = asked.quote ->> 'coupon') AS coupons,
				sum(stock_quantity) FILTER (
					WHERE machine_id = asked.machine_id AND stock_item = asked.stock_item
				) AS pieces
			FROM orders WHERE network = asked.network AND status = 4 AND stage = 'closed'
				AND changed_at > (bounds ->> 'rememberedAfter')::timestamptz
		) AS lapsed
		LEFT JOIN placements AS first_time
			ON first_time.customer_id = asked.customer_id AND first_time.key = entry.key;

		-- Of an item in stock, whoever holds it now: the share stays the same while it is held.
		most := greatest(1, floor((in_stock.available + in_stock.reserved) * (bounds ->> 'stockShare')::numeric))
			* (bounds ->> 'factor')::numeric;
		IF counted.asked_before THEN
			IF counted.order_id IS NULL OR counted.body_hash <> entry.body_hash THEN
				a_refusal := 'key-reused';
			ELSE
				an_earlier := counted.order_id;
			END IF;
		ELSIF entry.prices_version <> prices THEN
			a_refusal := 'prices-old';
		ELSIF counted.scanned_by_another THEN
			a_refusal := 'not-scanned';
		ELSIF counted.own >= (bounds ->> 'own')::numeric THEN
			a_refusal := 'too-many-unpaid';
			a_params := jsonb_build_object('most', bounds -> 'ownSaid');
		ELSIF counted.slots >= (bounds ->> 'slots')::numeric
			OR counted.coupons >= (bounds ->> 'coupons')::numeric THEN
			a_refusal := 'unpaid-hold-all';
		ELSIF asked.quote ->> 'coupon' IS NOT NULL AND NOT EXISTS (
			SELECT 1 FROM coupons
			WHERE code = asked.quote ->> 'coupon' AND uses_left > 0 AND valid_until > asked.placed_at
		) THEN
			a_refusal := 'coupon-not-usable';
		ELSIF asked.stock_item IS NOT NULL
			AND (in_stock.item IS NULL OR in_stock.available < asked.stock_quantity) THEN
			a_refusal := 'item-out-of-stock';
		ELSIF asked.stock_item IS NOT NULL AND asked.stock_quantity > most THEN
			a_refusal := 'too-many-pieces';
			a_params := jsonb_build_object('most', floor(most));
		ELSIF asked.stock_item IS NOT NULL AND counted.pieces + asked.stock_quantity > most THEN
			a_refusal := 'unpaid-hold-all';
		ELSIF station.id IS NULL OR station.slots_taken >= station.slots
			OR station.state NOT IN ('ready', 'printing') THEN
			a_refusal := 'station-full';
		ELSE
			station.slots_taken := station.slots_taken + 1;
			station.last_print_number := station.last_print_number + 1;
			asked.print_number := station.last_print_number;
			in_stock.available := in_stock.available - asked.stock_quantity;
			in_stock.reserved := in_stock.reserved + asked.stock_quantity;
			taken_stations := array_append(taken_stations, asked.machine_id);
			taken_items := array_append(taken_items, asked.stock_item);
			taken_pieces := array_append(taken_pieces, asked.stock_quantity);
			IF asked.quote ->> 'coupon' IS NOT NULL THEN
				UPDATE coupons SET uses_left = uses_left - 1 WHERE code = asked.quote ->> 'coupon';
			END IF;
			INSERT INTO orders SELECT asked.*;
			INSERT INTO order_events (order_id, version, event, actor, status, stage, at)
			VALUES (asked.id, asked.version, 'placed', 'customer', asked.status, asked.stage, asked.placed_at);
			INSERT INTO placements (customer_id, key, body_hash, order_id)
			VALUES (asked.customer_id, entry.key, entry.body_hash, asked.id);
		END IF;
		place := entry.place;
		refusal := a_refusal;
		params := a_params;
		print_number := CASE WHEN a_refusal IS NULL AND an_earlier IS NULL THEN asked.print_number END;
		earlier := an_earlier;
		RETURN NEXT;
	END LOOP;

	-- Each row is written once, however many orders took of it.
	FOR entry IN
		SELECT station, item, sum(pieces) AS pieces
		FROM unnest(taken_stations, taken_items, taken_pieces) AS taken (station, item, pieces)
		WHERE item IS NOT NULL GROUP BY 1, 2
	LOOP
		UPDATE stock SET available = available - entry.pieces, reserved = reserved + entry.pieces
		WHERE machine_id = entry.station AND item = entry.item;
	END LOOP;
	FOR entry IN
		SELECT station, count(*) AS orders FROM unnest(taken_stations) AS taken (station) GROUP BY 1
	LOOP
		UPDATE machines
		SET slots_taken = slots_taken + entry.orders, last_print_number = last_print_number + entry.orders
		WHERE id = entry.station;
	END LOOP;
END
$$;
