-- holds writes shortly: some seconds a million orders; one index stands for two, and each placement writes one less
CREATE INDEX "orders_of_customer" ON "orders" USING btree ("customer_id","status","placed_at");--> statement-breakpoint
DROP INDEX "orders_customer";--> statement-breakpoint
DROP INDEX "orders_customer_status";--> statement-breakpoint
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
	most numeric;
	-- Its station and item, less what this batch has taken of them already.
	station machines%ROWTYPE;
	in_stock stock%ROWTYPE;
	-- What the batch places: it is written at the end, and counted from here until then.
	placed orders[] := '{}';
	placed_ids uuid[] := '{}';
	placed_customers uuid[] := '{}';
	placed_networks text[] := '{}';
	placed_scans text[] := '{}';
	placed_coupons text[] := '{}';
	placed_stations text[] := '{}';
	placed_items text[] := '{}';
	placed_pieces integer[] := '{}';
	placed_keys uuid[] := '{}';
	placed_hashes text[] := '{}';
	beside record;
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

	-- What nobody has paid yet, of each customer and of each network; what lapsed counts for its network.
	-- One query counts for all: preparing it costs more than what it reads for one. Compared with what is
	-- asked, not with 0, which an index of unpaid orders by another column would fit.
	FOR entry IN
		SELECT each.*, first_time.*,
			EXISTS (
				SELECT 1 FROM orders WHERE scan = each.scan AND customer_id <> each.customer
			) AS scanned_by_another,
			own.orders AS own,
			near.slots + lapsed.slots AS slots,
			near.coupons + lapsed.coupons AS coupons,
			coalesce(own.pieces, 0) + coalesce(near.pieces, 0) + coalesce(lapsed.pieces, 0) AS pieces
		FROM (
			SELECT one.*, (asked).customer_id AS customer, (asked).network AS network, (asked).scan AS scan,
				(asked).machine_id AS station, (asked).stock_item AS item, (asked).status AS status,
				(asked).quote ->> 'coupon' AS coupon, (bounds ->> 'rememberedAfter')::timestamptz AS remembered_after
			FROM (
				SELECT ordinality AS place, (value ->> 'key')::uuid AS key, value ->> 'bodyHash' AS body_hash,
					(value ->> 'pricesVersion')::bigint AS prices_version, value -> 'limits' AS bounds,
					jsonb_populate_record(NULL::orders, value -> 'order') AS asked
				FROM jsonb_array_elements(requests) WITH ORDINALITY
				OFFSET 0
			) AS one
			OFFSET 0
		) AS each
		CROSS JOIN LATERAL (
			SELECT count(*) AS orders,
				sum(stock_quantity) FILTER (
					WHERE network <> each.network AND machine_id = each.station AND stock_item = each.item
				) AS pieces
			FROM orders WHERE customer_id = each.customer AND status = each.status
		) AS own
		CROSS JOIN LATERAL (
			SELECT count(*) FILTER (WHERE machine_id = each.station) AS slots,
				count(*) FILTER (WHERE quote ->> 'coupon' = each.coupon) AS coupons,
				sum(stock_quantity) FILTER (
					WHERE machine_id = each.station AND stock_item = each.item
				) AS pieces
			FROM orders WHERE network = each.network AND status = each.status
		) AS near
		CROSS JOIN LATERAL (
			SELECT count(*) FILTER (WHERE machine_id = each.station) AS slots,
				count(*) FILTER (WHERE quote ->> 'coupon' = each.coupon) AS coupons,
				sum(stock_quantity) FILTER (
					WHERE machine_id = each.station AND stock_item = each.item
				) AS pieces
			FROM orders WHERE network = each.network AND status = 4 AND stage = 'closed'
				AND changed_at > each.remembered_after
		) AS lapsed
		-- Gathered, though it is one row: the plan of a join reads the whole table.
		CROSS JOIN LATERAL (
			SELECT count(*) > 0 AS asked_before, min(body_hash) AS first_hash,
				(array_agg(order_id))[1] AS first_order
			FROM placements WHERE customer_id = each.customer AND key = each.key
		) AS first_time
		ORDER BY each.station, each.item, each.place
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

		-- What the batch has placed for the same customer, network or scan counts as what stands there.
		IF entry.customer = ANY (placed_customers) OR entry.network = ANY (placed_networks)
			OR entry.scan = ANY (placed_scans) THEN
			SELECT count(*) FILTER (WHERE customer = entry.customer) AS own,
				count(*) FILTER (WHERE network = entry.network AND station = entry.station) AS slots,
				count(*) FILTER (WHERE network = entry.network AND coupon = entry.coupon) AS coupons,
				coalesce(sum(pieces) FILTER (
					WHERE (customer = entry.customer OR network = entry.network)
						AND station = entry.station AND item = entry.item
				), 0) AS pieces,
				coalesce(bool_or(scan = entry.scan AND customer <> entry.customer), false) AS scanned_by_another,
				(array_agg(id) FILTER (WHERE customer = entry.customer AND key = entry.key))[1] AS first_order,
				(array_agg(body_hash) FILTER (WHERE customer = entry.customer AND key = entry.key))[1] AS first_hash
			INTO beside
			FROM unnest(
				placed_ids, placed_customers, placed_networks, placed_scans, placed_coupons, placed_stations,
				placed_items, placed_pieces, placed_keys, placed_hashes
			) AS another (id, customer, network, scan, coupon, station, item, pieces, key, body_hash);
			entry.own := entry.own + beside.own;
			entry.slots := entry.slots + beside.slots;
			entry.coupons := entry.coupons + beside.coupons;
			entry.pieces := entry.pieces + beside.pieces;
			entry.scanned_by_another := entry.scanned_by_another OR beside.scanned_by_another;
			IF beside.first_order IS NOT NULL THEN
				entry.asked_before := true;
				entry.first_order := beside.first_order;
				entry.first_hash := beside.first_hash;
			END IF;
		END IF;

		-- Of an item in stock, whoever holds it now: the share stays the same while it is held.
		most := greatest(1, floor((in_stock.available + in_stock.reserved) * (bounds ->> 'stockShare')::numeric))
			* (bounds ->> 'factor')::numeric;
		IF entry.asked_before THEN
			IF entry.first_order IS NULL OR entry.first_hash <> entry.body_hash THEN
				a_refusal := 'key-reused';
			ELSE
				an_earlier := entry.first_order;
			END IF;
		ELSIF entry.prices_version <> prices THEN
			a_refusal := 'prices-old';
		ELSIF entry.scanned_by_another THEN
			a_refusal := 'not-scanned';
		ELSIF entry.own >= (bounds ->> 'own')::numeric THEN
			a_refusal := 'too-many-unpaid';
			a_params := jsonb_build_object('most', bounds -> 'ownSaid');
		ELSIF entry.slots >= (bounds ->> 'slots')::numeric
			OR entry.coupons >= (bounds ->> 'coupons')::numeric THEN
			a_refusal := 'unpaid-hold-all';
		ELSIF entry.coupon IS NOT NULL AND NOT EXISTS (
			SELECT 1 FROM coupons
			WHERE code = entry.coupon AND uses_left > 0 AND valid_until > asked.placed_at
		) THEN
			a_refusal := 'coupon-not-usable';
		ELSIF asked.stock_item IS NOT NULL
			AND (in_stock.item IS NULL OR in_stock.available < asked.stock_quantity) THEN
			a_refusal := 'item-out-of-stock';
		ELSIF asked.stock_item IS NOT NULL AND asked.stock_quantity > most THEN
			a_refusal := 'too-many-pieces';
			a_params := jsonb_build_object('most', floor(most));
		ELSIF asked.stock_item IS NOT NULL AND entry.pieces + asked.stock_quantity > most THEN
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
			placed := array_append(placed, asked);
			placed_ids := array_append(placed_ids, asked.id);
			placed_customers := array_append(placed_customers, entry.customer);
			placed_networks := array_append(placed_networks, entry.network);
			placed_scans := array_append(placed_scans, entry.scan);
			placed_coupons := array_append(placed_coupons, entry.coupon);
			placed_stations := array_append(placed_stations, entry.station);
			placed_items := array_append(placed_items, entry.item);
			placed_pieces := array_append(placed_pieces, asked.stock_quantity);
			placed_keys := array_append(placed_keys, entry.key);
			placed_hashes := array_append(placed_hashes, entry.body_hash);
			IF entry.coupon IS NOT NULL THEN
				UPDATE coupons SET uses_left = uses_left - 1 WHERE code = entry.coupon;
			END IF;
		END IF;
		place := entry.place;
		refusal := a_refusal;
		params := a_params;
		print_number := CASE WHEN a_refusal IS NULL AND an_earlier IS NULL THEN asked.print_number END;
		earlier := an_earlier;
		RETURN NEXT;
	END LOOP;

	INSERT INTO orders SELECT * FROM unnest(placed);
	INSERT INTO order_events (order_id, version, event, actor, status, stage, at)
	SELECT id, version, 'placed', 'customer', status, stage, placed_at FROM unnest(placed);
	INSERT INTO placements (customer_id, key, body_hash, order_id)
	SELECT * FROM unnest(placed_customers, placed_keys, placed_hashes, placed_ids);

	-- Each row is written once, however many orders took of it.
	FOR entry IN
		SELECT station, item, sum(pieces) AS pieces
		FROM unnest(placed_stations, placed_items, placed_pieces) AS taken (station, item, pieces)
		WHERE item IS NOT NULL GROUP BY 1, 2
	LOOP
		UPDATE stock SET available = available - entry.pieces, reserved = reserved + entry.pieces
		WHERE machine_id = entry.station AND item = entry.item;
	END LOOP;
	FOR entry IN
		SELECT station, count(*) AS orders FROM unnest(placed_stations) AS taken (station) GROUP BY 1
	LOOP
		UPDATE machines
		SET slots_taken = slots_taken + entry.orders, last_print_number = last_print_number + entry.orders
		WHERE id = entry.station;
	END LOOP;
END
$$;
