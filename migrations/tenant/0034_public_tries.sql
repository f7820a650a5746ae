CREATE TABLE `public_tries` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`network` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	CONSTRAINT "public_tries_kind_known" CHECK("public_tries"."kind" is null or "public_tries"."kind" in ('pin', 'link'))
);
--> statement-breakpoint
CREATE INDEX `public_tries_by_kind` ON `public_tries` (`company_id`,`kind`,`at`);
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('public_tries','public_tries_by_kind','10000 1000 200 1'),
('public_tries','sqlite_autoindex_public_tries_1','10000 1000 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
