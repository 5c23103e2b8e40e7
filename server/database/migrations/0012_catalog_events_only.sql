-- The words that mail is searched for are the product's, and a catalog is named by its hash.
DROP POLICY "is_public" ON "catalog" CASCADE;--> statement-breakpoint
DROP TABLE "catalog" CASCADE;--> statement-breakpoint
-- Who signs for an event is among its senders: behind those that there are, in order, each once.
UPDATE "catalog_events" SET "senders" = "senders" || ARRAY(
	SELECT "signer" FROM unnest("signers") WITH ORDINALITY AS "signing" ("signer", "at")
	WHERE "signer" <> ALL ("senders") GROUP BY "signer" ORDER BY min("at")
);--> statement-breakpoint
ALTER TABLE "catalog_events" DROP COLUMN "signers";
