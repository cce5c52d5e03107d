DROP INDEX "orders_network";--> statement-breakpoint
CREATE INDEX "orders_unpaid_customer" ON "orders" USING btree ("customer_id") WHERE "orders"."status" = 0;--> statement-breakpoint
CREATE INDEX "orders_unpaid_network" ON "orders" USING btree ("network") WHERE "orders"."status" = 0;--> statement-breakpoint
CREATE INDEX "orders_lapsed_network" ON "orders" USING btree ("network","changed_at") WHERE "orders"."stage" = 'closed';--> statement-breakpoint
CREATE FUNCTION "place_orders"(requests jsonb)
RETURNS TABLE (place bigint, refusal text, params jsonb, print_number integer, earlier uuid)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
	request jsonb;
	bounds jsonb;
	asked orders%ROWTYPE;
	first_time record;
	counted record;
	in_stock record;
	most numeric;
	coupon_code text;
	-- What the function answers of one request; its columns bear these names outside.
	a_place bigint;
	a_refusal text;
	a_params jsonb;
	a_number integer;
	an_earlier uuid;
BEGIN
	-- All locks of the batch, each kind in one order: batches wait for each other and never in a circle.
	PERFORM pg_advisory_xact_lock(hashtextextended(turns.customer, 0)) FROM (
		SELECT DISTINCT value #>> '{order,customer_id}' AS customer
		FROM jsonb_array_elements(requests) ORDER BY 1
	) AS turns;
	PERFORM 1 FROM coupons WHERE code IN (
		SELECT value #>> '{order,quote,coupon}' FROM jsonb_array_elements(requests)
	) ORDER BY code FOR NO KEY UPDATE;
	PERFORM 1 FROM stock WHERE (machine_id, item) IN (
		SELECT value #>> '{order,machine_id}', value #>> '{order,stock_item}' FROM jsonb_array_elements(requests)
	) ORDER BY machine_id, item FOR NO KEY UPDATE;
	PERFORM 1 FROM machines WHERE id IN (
		SELECT value #>> '{order,machine_id}' FROM jsonb_array_elements(requests)
	) ORDER BY id FOR NO KEY UPDATE;

	FOR a_place, request IN
		SELECT ordinality, value FROM jsonb_array_elements(requests) WITH ORDINALITY
	LOOP
		a_refusal := NULL;
		a_params := NULL;
		a_number := NULL;
		an_earlier := NULL;
		bounds := request -> 'limits';
		asked := jsonb_populate_record(NULL::orders, request -> 'order');
		coupon_code := asked.quote ->> 'coupon';
		BEGIN
			INSERT INTO placements (customer_id, key, body_hash)
			VALUES (asked.customer_id, (request ->> 'key')::uuid, request ->> 'bodyHash')
			ON CONFLICT DO NOTHING;
			IF NOT FOUND THEN
				SELECT body_hash, order_id INTO first_time FROM placements
				WHERE customer_id = asked.customer_id AND key = (request ->> 'key')::uuid;
				IF first_time.order_id IS NULL OR first_time.body_hash <> request ->> 'bodyHash' THEN
					RAISE EXCEPTION USING ERRCODE = 'SP422', MESSAGE = 'key-reused';
				END IF;
				an_earlier := first_time.order_id;
			ELSE
				-- What nobody has paid yet, of this customer and of this network.
				IF EXISTS (SELECT 1 FROM orders WHERE scan = asked.scan AND customer_id <> asked.customer_id) THEN
					RAISE EXCEPTION USING ERRCODE = 'SP422', MESSAGE = 'not-scanned';
				END IF;
				SELECT
					count(*) FILTER (WHERE held.own) AS own,
					count(*) FILTER (WHERE held.near AND held.machine_id = asked.machine_id) AS slots,
					count(*) FILTER (WHERE held.near AND held.coupon = coupon_code) AS coupons,
					coalesce(sum(held.stock_quantity) FILTER (
						WHERE held.machine_id = asked.machine_id AND held.stock_item = asked.stock_item
					), 0) AS pieces
				INTO counted FROM (
					SELECT id, machine_id, stock_item, stock_quantity, quote ->> 'coupon' AS coupon,
						customer_id = asked.customer_id AS own, network = asked.network AS near
					FROM orders WHERE status = 0 AND customer_id = asked.customer_id
					UNION
					SELECT id, machine_id, stock_item, stock_quantity, quote ->> 'coupon',
						customer_id = asked.customer_id, true
					FROM orders WHERE status = 0 AND network = asked.network
					UNION ALL
					SELECT id, machine_id, stock_item, stock_quantity, quote ->> 'coupon', false, true
					FROM orders WHERE stage = 'closed' AND network = asked.network
						AND changed_at > (bounds ->> 'rememberedAfter')::timestamptz
				) AS held;
				IF counted.own >= (bounds ->> 'own')::numeric THEN
					a_params := jsonb_build_object('most', bounds -> 'ownSaid');
					RAISE EXCEPTION USING ERRCODE = 'SP422', MESSAGE = 'too-many-unpaid';
				END IF;
				IF counted.slots >= (bounds ->> 'slots')::numeric
					OR counted.coupons >= (bounds ->> 'coupons')::numeric THEN
					RAISE EXCEPTION USING ERRCODE = 'SP422', MESSAGE = 'unpaid-hold-all';
				END IF;

				IF coupon_code IS NOT NULL THEN
					UPDATE coupons SET uses_left = uses_left - 1
					WHERE code = coupon_code AND uses_left > 0 AND valid_until > asked.placed_at;
					IF NOT FOUND THEN
						RAISE EXCEPTION USING ERRCODE = 'SP422', MESSAGE = 'coupon-not-usable';
					END IF;
				END IF;

				IF asked.stock_item IS NOT NULL THEN
					SELECT available, reserved INTO in_stock FROM stock
					WHERE machine_id = asked.machine_id AND item = asked.stock_item;
					IF NOT FOUND OR in_stock.available < asked.stock_quantity THEN
						RAISE EXCEPTION USING ERRCODE = 'SP422', MESSAGE = 'item-out-of-stock';
					END IF;
					-- Of what is in stock, whoever holds it now: the share stays the same while it is held.
					most := greatest(1, floor((in_stock.available + in_stock.reserved) * (bounds ->> 'stockShare')::numeric))
						* (bounds ->> 'factor')::numeric;
					IF asked.stock_quantity > most THEN
						a_params := jsonb_build_object('most', floor(most));
						RAISE EXCEPTION USING ERRCODE = 'SP422', MESSAGE = 'too-many-pieces';
					END IF;
					IF counted.pieces + asked.stock_quantity > most THEN
						RAISE EXCEPTION USING ERRCODE = 'SP422', MESSAGE = 'unpaid-hold-all';
					END IF;
					UPDATE stock SET available = available - asked.stock_quantity, reserved = reserved + asked.stock_quantity
					WHERE machine_id = asked.machine_id AND item = asked.stock_item;
				END IF;

				UPDATE machines SET slots_taken = slots_taken + 1, last_print_number = last_print_number + 1
				WHERE id = asked.machine_id AND slots_taken < slots AND state IN ('ready', 'printing')
				RETURNING last_print_number INTO a_number;
				IF a_number IS NULL THEN
					RAISE EXCEPTION USING ERRCODE = 'SP422', MESSAGE = 'station-full';
				END IF;
				asked.print_number := a_number;

				INSERT INTO orders SELECT asked.*;
				INSERT INTO order_events (order_id, version, event, actor, status, stage, at)
				VALUES (asked.id, asked.version, 'placed', 'customer', asked.status, asked.stage, asked.placed_at);
				UPDATE placements SET order_id = asked.id
				WHERE customer_id = asked.customer_id AND key = (request ->> 'key')::uuid;
			END IF;
		EXCEPTION WHEN SQLSTATE 'SP422' THEN
			a_refusal := SQLERRM;
			a_number := NULL;
		END;
		place := a_place;
		refusal := a_refusal;
		params := a_params;
		print_number := a_number;
		earlier := an_earlier;
		RETURN NEXT;
	END LOOP;
END
$$;
