CREATE TABLE `api_key_scopes` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`api_key_id` text NOT NULL,
	`department_id` text NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`api_key_id`) REFERENCES `api_keys`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`department_id`) REFERENCES `departments`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_key_scopes_pair` ON `api_key_scopes` (`company_id`,`api_key_id`,`department_id`);--> statement-breakpoint
CREATE INDEX `api_key_scopes_by_department` ON `api_key_scopes` (`company_id`,`department_id`);--> statement-breakpoint
CREATE TABLE `api_keys` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`name` text collate nocase NOT NULL,
	`secret_hash` text NOT NULL,
	`former_hash` text,
	`former_until` integer,
	`permissions` text NOT NULL,
	`is_limited` integer DEFAULT false NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`last_used_at` integer,
	`last_used_ip` text,
	PRIMARY KEY(`company_id`, `id`),
	CONSTRAINT "api_keys_version_integer" CHECK(typeof("api_keys"."version") in ('integer', 'null')),
	CONSTRAINT "api_keys_expires_at_integer" CHECK(typeof("api_keys"."expires_at") in ('integer', 'null')),
	CONSTRAINT "api_keys_former_until_integer" CHECK(typeof("api_keys"."former_until") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_name` ON `api_keys` (`company_id`,`name`) WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX `api_keys_by_end` ON `api_keys` (`company_id`,`expires_at`) WHERE revoked_at is null;--> statement-breakpoint
CREATE TABLE `api_uses` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`minute` integer NOT NULL,
	`used` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	CONSTRAINT "api_uses_minute_integer" CHECK(typeof("api_uses"."minute") in ('integer', 'null')),
	CONSTRAINT "api_uses_used_integer" CHECK(typeof("api_uses"."used") in ('integer', 'null'))
);
--> statement-breakpoint
-- By hand
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('api_key_scopes','api_key_scopes_by_department','5000 500 5'),
('api_key_scopes','api_key_scopes_pair','5000 500 1 1'),
('api_key_scopes','sqlite_autoindex_api_key_scopes_1','5000 500 1'),
('api_keys','api_keys_by_end','250 25 1'),
('api_keys','api_keys_name','250 25 1'),
('api_keys','sqlite_autoindex_api_keys_1','5000 500 1'),
('api_uses','sqlite_autoindex_api_uses_1','5000 500 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
