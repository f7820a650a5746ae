CREATE TABLE `contact_queries` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`kind` text NOT NULL,
	`name` text collate nocase NOT NULL,
	`email` text collate nocase,
	`phone` text,
	`organisation` text,
	`subject` text,
	`message` text NOT NULL,
	`page` text NOT NULL,
	`ip_hash` text NOT NULL,
	`status` text DEFAULT 'new' NOT NULL,
	`assigned_to` text,
	`notes` text,
	`media_id` text,
	FOREIGN KEY (`assigned_to`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`media_id`) REFERENCES `platform_media`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "contact_reachable" CHECK("contact_queries"."email" is not null or "contact_queries"."phone" is not null),
	CONSTRAINT "contact_queries_kind_known" CHECK("contact_queries"."kind" is null or "contact_queries"."kind" in ('contact', 'career', 'product', 'training')),
	CONSTRAINT "contact_queries_status_known" CHECK("contact_queries"."status" is null or "contact_queries"."status" in ('new', 'contacted', 'qualified', 'closed', 'spam')),
	CONSTRAINT "contact_queries_version_integer" CHECK(typeof("contact_queries"."version") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE INDEX `contact_queries_by_status` ON `contact_queries` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `contact_queries_by_sender` ON `contact_queries` (`ip_hash`,`created_at`);--> statement-breakpoint
CREATE INDEX `contact_queries_by_assignee` ON `contact_queries` (`assigned_to`) WHERE assigned_to is not null;--> statement-breakpoint
CREATE TABLE `faqs` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`question` text collate nocase NOT NULL,
	`answer` text NOT NULL,
	`category` text,
	`audience` text NOT NULL,
	`service_types` text DEFAULT '[0,1,2]' NOT NULL,
	`sort` integer DEFAULT 0 NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`views` integer DEFAULT 0 NOT NULL,
	`helpful_yes` integer DEFAULT 0 NOT NULL,
	`helpful_no` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "faqs_audience_known" CHECK("faqs"."audience" is null or "faqs"."audience" in ('public', 'admin', 'user')),
	CONSTRAINT "faqs_version_integer" CHECK(typeof("faqs"."version") in ('integer', 'null')),
	CONSTRAINT "faqs_sort_integer" CHECK(typeof("faqs"."sort") in ('integer', 'null')),
	CONSTRAINT "faqs_views_integer" CHECK(typeof("faqs"."views") in ('integer', 'null')),
	CONSTRAINT "faqs_helpful_yes_integer" CHECK(typeof("faqs"."helpful_yes") in ('integer', 'null')),
	CONSTRAINT "faqs_helpful_no_integer" CHECK(typeof("faqs"."helpful_no") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE INDEX `faqs_by_sort` ON `faqs` (`sort`,`id`);--> statement-breakpoint
CREATE INDEX `faqs_by_audience` ON `faqs` (`audience`,`sort`,`id`) WHERE is_active = 1;--> statement-breakpoint
CREATE TABLE `platform_media` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`owner_kind` text NOT NULL,
	`owner_id` text NOT NULL,
	`company_id` text,
	`object_key` text NOT NULL,
	`file_name` text NOT NULL,
	`mime` text NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`deleted_at` integer,
	CONSTRAINT "platform_media_owner_kind_known" CHECK("platform_media"."owner_kind" is null or "platform_media"."owner_kind" in ('slider', 'testimonial', 'support_reply', 'contact_query')),
	CONSTRAINT "platform_media_version_integer" CHECK(typeof("platform_media"."version") in ('integer', 'null')),
	CONSTRAINT "platform_media_bytes_integer" CHECK(typeof("platform_media"."bytes") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `platform_media_object_key` ON `platform_media` (`object_key`);--> statement-breakpoint
CREATE INDEX `platform_media_by_owner` ON `platform_media` (`owner_id`);--> statement-breakpoint
CREATE INDEX `platform_media_by_company` ON `platform_media` (`company_id`) WHERE company_id is not null;--> statement-breakpoint
CREATE TABLE `platform_settings` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`value_json` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sliders` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`title` text collate nocase NOT NULL,
	`subtitle` text,
	`alt` text NOT NULL,
	`link` text,
	`placement` text NOT NULL,
	`media_id` text,
	`starts_on` text,
	`ends_on` text,
	`sort` integer DEFAULT 0 NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	FOREIGN KEY (`media_id`) REFERENCES `platform_media`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "sliders_placement_known" CHECK("sliders"."placement" is null or "sliders"."placement" in ('landing', 'app', 'login')),
	CONSTRAINT "sliders_version_integer" CHECK(typeof("sliders"."version") in ('integer', 'null')),
	CONSTRAINT "sliders_sort_integer" CHECK(typeof("sliders"."sort") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE INDEX `sliders_by_sort` ON `sliders` (`sort`,`id`);--> statement-breakpoint
CREATE INDEX `sliders_by_placement` ON `sliders` (`placement`,`sort`,`id`) WHERE is_active = 1;--> statement-breakpoint
CREATE TABLE `testimonials` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`name` text collate nocase NOT NULL,
	`designation` text,
	`organisation` text,
	`quote` text NOT NULL,
	`media_id` text,
	`rating` integer,
	`has_consent` integer DEFAULT false NOT NULL,
	`sort` integer DEFAULT 0 NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	FOREIGN KEY (`media_id`) REFERENCES `platform_media`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "testimonials_rating_known" CHECK("testimonials"."rating" is null or "testimonials"."rating" between 1 and 5),
	CONSTRAINT "testimonials_version_integer" CHECK(typeof("testimonials"."version") in ('integer', 'null')),
	CONSTRAINT "testimonials_sort_integer" CHECK(typeof("testimonials"."sort") in ('integer', 'null')),
	CONSTRAINT "testimonials_rating_integer" CHECK(typeof("testimonials"."rating") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE INDEX `testimonials_by_sort` ON `testimonials` (`sort`,`id`);--> statement-breakpoint
CREATE INDEX `testimonials_shown` ON `testimonials` (`sort`,`id`) WHERE is_active = 1 and has_consent = 1;--> statement-breakpoint
CREATE TABLE `coupon_redemptions` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`coupon_id` text NOT NULL,
	`company_id` text NOT NULL,
	`order_id` text NOT NULL,
	FOREIGN KEY (`coupon_id`) REFERENCES `coupons`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `coupon_redemptions_order_id` ON `coupon_redemptions` (`order_id`);--> statement-breakpoint
CREATE INDEX `coupon_redemptions_by_coupon` ON `coupon_redemptions` (`coupon_id`,`company_id`);--> statement-breakpoint
CREATE INDEX `coupon_redemptions_by_company` ON `coupon_redemptions` (`company_id`);--> statement-breakpoint
CREATE TABLE `orders` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`number` text NOT NULL,
	`company_id` text NOT NULL,
	`upgrade_request_id` text,
	`plan_version_id` text NOT NULL,
	`plan_snapshot` text NOT NULL,
	`billing` text NOT NULL,
	`qty` integer DEFAULT 1 NOT NULL,
	`extra_assets` integer DEFAULT 0 NOT NULL,
	`extra_users` integer DEFAULT 0 NOT NULL,
	`currency` text NOT NULL,
	`subtotal_minor` integer NOT NULL,
	`discount_minor` integer NOT NULL,
	`taxable_minor` integer NOT NULL,
	`tax_minor` integer NOT NULL,
	`tax_lines` text DEFAULT '[]' NOT NULL,
	`total_minor` integer NOT NULL,
	`refunded_minor` integer DEFAULT 0 NOT NULL,
	`buyer` text NOT NULL,
	`seller` text,
	`coupon_id` text,
	`coupon_code` text,
	`requester_name` text NOT NULL,
	`requester_email` text NOT NULL,
	`gateway` text DEFAULT 'offline' NOT NULL,
	`gateway_order_id` text,
	`payment_ref` text,
	`status` text NOT NULL,
	`paid_at` integer,
	`invoice_no` text,
	`invoice_on` text,
	`period_from` text,
	`period_to` text,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plan_version_id`) REFERENCES `plan_versions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`coupon_id`) REFERENCES `coupons`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "orders_status_known" CHECK("orders"."status" is null or "orders"."status" in ('draft', 'pending', 'paid', 'failed', 'cancelled', 'partially_refunded', 'refunded')),
	CONSTRAINT "orders_gateway_known" CHECK("orders"."gateway" is null or "orders"."gateway" in ('offline', 'razorpay', 'stripe')),
	CONSTRAINT "order_total_adds_up" CHECK("orders"."taxable_minor" = "orders"."subtotal_minor" - "orders"."discount_minor" and "orders"."taxable_minor" >= 0 and "orders"."total_minor" = "orders"."taxable_minor" + "orders"."tax_minor" and "orders"."refunded_minor" between 0 and "orders"."total_minor"),
	CONSTRAINT "orders_version_integer" CHECK(typeof("orders"."version") in ('integer', 'null')),
	CONSTRAINT "orders_qty_integer" CHECK(typeof("orders"."qty") in ('integer', 'null')),
	CONSTRAINT "orders_extra_assets_integer" CHECK(typeof("orders"."extra_assets") in ('integer', 'null')),
	CONSTRAINT "orders_extra_users_integer" CHECK(typeof("orders"."extra_users") in ('integer', 'null')),
	CONSTRAINT "orders_subtotal_minor_integer" CHECK(typeof("orders"."subtotal_minor") in ('integer', 'null')),
	CONSTRAINT "orders_discount_minor_integer" CHECK(typeof("orders"."discount_minor") in ('integer', 'null')),
	CONSTRAINT "orders_taxable_minor_integer" CHECK(typeof("orders"."taxable_minor") in ('integer', 'null')),
	CONSTRAINT "orders_tax_minor_integer" CHECK(typeof("orders"."tax_minor") in ('integer', 'null')),
	CONSTRAINT "orders_total_minor_integer" CHECK(typeof("orders"."total_minor") in ('integer', 'null')),
	CONSTRAINT "orders_refunded_minor_integer" CHECK(typeof("orders"."refunded_minor") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_number` ON `orders` (`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_invoice_no` ON `orders` (`invoice_no`) WHERE invoice_no is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_gateway_order_id` ON `orders` (`gateway_order_id`) WHERE gateway_order_id is not null;--> statement-breakpoint
CREATE INDEX `orders_by_company` ON `orders` (`company_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_one_open` ON `orders` (`company_id`) WHERE status in ('draft', 'pending', 'failed');--> statement-breakpoint
CREATE INDEX `orders_by_status` ON `orders` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `orders_by_coupon` ON `orders` (`coupon_id`) WHERE coupon_id is not null;--> statement-breakpoint
CREATE INDEX `orders_by_plan_version` ON `orders` (`plan_version_id`);--> statement-breakpoint
CREATE TABLE `payment_events` (
	`id` text PRIMARY KEY NOT NULL,
	`gateway` text NOT NULL,
	`event_id` text NOT NULL,
	`kind` text NOT NULL,
	`payload_hash` text NOT NULL,
	`order_id` text,
	`outcome` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_events_event` ON `payment_events` (`gateway`,`event_id`);--> statement-breakpoint
CREATE INDEX `payment_events_by_order` ON `payment_events` (`order_id`,`id`) WHERE order_id is not null;--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`order_id` text NOT NULL,
	`company_id` text NOT NULL,
	`credit_no` text NOT NULL,
	`credit_on` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`tax_lines` text DEFAULT '[]' NOT NULL,
	`reason` text NOT NULL,
	`payment_ref` text,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refunds_version_integer" CHECK(typeof("refunds"."version") in ('integer', 'null')),
	CONSTRAINT "refunds_amount_minor_integer" CHECK(typeof("refunds"."amount_minor") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_credit_no` ON `refunds` (`credit_no`);--> statement-breakpoint
CREATE INDEX `refunds_by_order` ON `refunds` (`order_id`,`id`);--> statement-breakpoint
CREATE INDEX `refunds_by_company` ON `refunds` (`company_id`);--> statement-breakpoint
CREATE TABLE `coupon_plans` (
	`coupon_id` text NOT NULL,
	`plan_id` text NOT NULL,
	PRIMARY KEY(`coupon_id`, `plan_id`),
	FOREIGN KEY (`coupon_id`) REFERENCES `coupons`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `coupons` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`code` text collate nocase NOT NULL,
	`kind` text NOT NULL,
	`value` integer NOT NULL,
	`currency` text,
	`max_discount_minor` integer,
	`min_order_minor` integer,
	`starts_on` text NOT NULL,
	`ends_on` text NOT NULL,
	`max_redemptions` integer,
	`per_company_limit` integer DEFAULT 1 NOT NULL,
	`used_count` integer DEFAULT 0 NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	CONSTRAINT "coupon_not_overused" CHECK("coupons"."max_redemptions" is null or "coupons"."used_count" <= "coupons"."max_redemptions"),
	CONSTRAINT "coupons_kind_known" CHECK("coupons"."kind" is null or "coupons"."kind" in ('percent', 'flat')),
	CONSTRAINT "coupons_version_integer" CHECK(typeof("coupons"."version") in ('integer', 'null')),
	CONSTRAINT "coupons_value_integer" CHECK(typeof("coupons"."value") in ('integer', 'null')),
	CONSTRAINT "coupons_used_count_integer" CHECK(typeof("coupons"."used_count") in ('integer', 'null')),
	CONSTRAINT "coupons_max_redemptions_integer" CHECK(typeof("coupons"."max_redemptions") in ('integer', 'null')),
	CONSTRAINT "coupons_per_company_limit_integer" CHECK(typeof("coupons"."per_company_limit") in ('integer', 'null')),
	CONSTRAINT "coupons_max_discount_minor_integer" CHECK(typeof("coupons"."max_discount_minor") in ('integer', 'null')),
	CONSTRAINT "coupons_min_order_minor_integer" CHECK(typeof("coupons"."min_order_minor") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `coupons_code` ON `coupons` (`code`);--> statement-breakpoint
CREATE TABLE `plan_versions` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`plan_id` text NOT NULL,
	`version_no` integer NOT NULL,
	`currency` text NOT NULL,
	`price_monthly_minor` integer NOT NULL,
	`price_yearly_minor` integer NOT NULL,
	`trial_days` integer NOT NULL,
	`max_assets` integer,
	`max_users` integer,
	`max_storage_mb` integer,
	`max_certificates_per_month` integer,
	`features` text DEFAULT '[]' NOT NULL,
	`valid_from` text NOT NULL,
	FOREIGN KEY (`plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "plan_versions_version_integer" CHECK(typeof("plan_versions"."version") in ('integer', 'null')),
	CONSTRAINT "plan_versions_version_no_integer" CHECK(typeof("plan_versions"."version_no") in ('integer', 'null')),
	CONSTRAINT "plan_versions_price_monthly_minor_integer" CHECK(typeof("plan_versions"."price_monthly_minor") in ('integer', 'null')),
	CONSTRAINT "plan_versions_price_yearly_minor_integer" CHECK(typeof("plan_versions"."price_yearly_minor") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plan_versions_number` ON `plan_versions` (`plan_id`,`version_no`);--> statement-breakpoint
CREATE TABLE `plans` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`code` text collate nocase NOT NULL,
	`name` text collate nocase NOT NULL,
	`summary` text,
	`service_type` integer NOT NULL,
	`is_public` integer DEFAULT true NOT NULL,
	`sort` integer DEFAULT 0 NOT NULL,
	`archived_at` integer,
	CONSTRAINT "plans_service_type_known" CHECK("plans"."service_type" in (0, 1, 2)),
	CONSTRAINT "plans_version_integer" CHECK(typeof("plans"."version") in ('integer', 'null')),
	CONSTRAINT "plans_sort_integer" CHECK(typeof("plans"."sort") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plans_code` ON `plans` (`code`);--> statement-breakpoint
CREATE UNIQUE INDEX `plans_name` ON `plans` (`name`) WHERE archived_at is null;--> statement-breakpoint
CREATE TABLE `number_sequences` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`key` text NOT NULL,
	`period` text DEFAULT '-' NOT NULL,
	`next_value` integer DEFAULT 1 NOT NULL,
	CONSTRAINT "number_sequences_next_value_integer" CHECK(typeof("number_sequences"."next_value") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `number_sequences_key` ON `number_sequences` (`key`,`period`);--> statement-breakpoint
CREATE TABLE `subscription_log` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`subscription_id` text NOT NULL,
	`event` text NOT NULL,
	`before` text,
	`after` text,
	`order_id` text,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`reason` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "subscription_log_event_known" CHECK("subscription_log"."event" is null or "subscription_log"."event" in ('created', 'renewed', 'upgraded', 'downgraded', 'payment_failed', 'cancelled', 'expired', 'extended', 'limit_changed', 'suspended', 'reactivated'))
);
--> statement-breakpoint
CREATE INDEX `subscription_log_by_company` ON `subscription_log` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `subscription_log_by_event` ON `subscription_log` (`event`,`id`);--> statement-breakpoint
CREATE INDEX `subscription_log_by_subscription` ON `subscription_log` (`subscription_id`);--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`company_id` text NOT NULL,
	`plan_version_id` text NOT NULL,
	`status` text NOT NULL,
	`billing` text NOT NULL,
	`starts_on` text NOT NULL,
	`current_period_end` text NOT NULL,
	`grace_days` integer NOT NULL,
	`cancel_at_period_end` integer DEFAULT false NOT NULL,
	`limits` text NOT NULL,
	`next_plan_version_id` text,
	`next_from` text,
	`next_limits` text,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plan_version_id`) REFERENCES `plan_versions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`next_plan_version_id`) REFERENCES `plan_versions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "subscriptions_status_known" CHECK("subscriptions"."status" is null or "subscriptions"."status" in ('trialing', 'active', 'past_due', 'cancelled', 'expired')),
	CONSTRAINT "subscriptions_grace_days_known" CHECK("subscriptions"."grace_days" between 7 and 15),
	CONSTRAINT "subscriptions_version_integer" CHECK(typeof("subscriptions"."version") in ('integer', 'null')),
	CONSTRAINT "subscriptions_grace_days_integer" CHECK(typeof("subscriptions"."grace_days") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_one_live` ON `subscriptions` (`company_id`) WHERE status <> 'cancelled';--> statement-breakpoint
CREATE INDEX `subscriptions_by_company` ON `subscriptions` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `subscriptions_by_end` ON `subscriptions` (`current_period_end`,`id`) WHERE status <> 'cancelled';--> statement-breakpoint
CREATE INDEX `subscriptions_by_plan_version` ON `subscriptions` (`plan_version_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_by_next_plan_version` ON `subscriptions` (`next_plan_version_id`) WHERE next_plan_version_id is not null;--> statement-breakpoint
CREATE TABLE `upgrade_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`company_id` text NOT NULL,
	`requested_by` text,
	`requester_name` text NOT NULL,
	`requester_email` text NOT NULL,
	`current_plan_id` text,
	`target_plan_id` text NOT NULL,
	`billing` text NOT NULL,
	`extra_assets` integer DEFAULT 0 NOT NULL,
	`extra_users` integer DEFAULT 0 NOT NULL,
	`coupon_code` text,
	`note` text,
	`buyer` text NOT NULL,
	`quote_minor` integer,
	`quote_valid_until` text,
	`order_id` text,
	`status` text NOT NULL,
	`decided_by` text,
	`decided_at` integer,
	`reason` text,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`current_plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`target_plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "upgrade_requests_status_known" CHECK("upgrade_requests"."status" is null or "upgrade_requests"."status" in ('pending', 'quoted', 'approved', 'fulfilled', 'rejected', 'cancelled')),
	CONSTRAINT "upgrade_requests_version_integer" CHECK(typeof("upgrade_requests"."version") in ('integer', 'null')),
	CONSTRAINT "upgrade_requests_extra_assets_integer" CHECK(typeof("upgrade_requests"."extra_assets") in ('integer', 'null')),
	CONSTRAINT "upgrade_requests_extra_users_integer" CHECK(typeof("upgrade_requests"."extra_users") in ('integer', 'null')),
	CONSTRAINT "upgrade_requests_quote_minor_integer" CHECK(typeof("upgrade_requests"."quote_minor") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `upgrade_requests_one_open` ON `upgrade_requests` (`company_id`) WHERE status in ('pending', 'quoted', 'approved');--> statement-breakpoint
CREATE INDEX `upgrade_requests_by_company` ON `upgrade_requests` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `upgrade_requests_by_status` ON `upgrade_requests` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `upgrade_requests_by_current_plan` ON `upgrade_requests` (`current_plan_id`);--> statement-breakpoint
CREATE INDEX `upgrade_requests_by_target_plan` ON `upgrade_requests` (`target_plan_id`);--> statement-breakpoint
CREATE TABLE `support_replies` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`ticket_id` text NOT NULL,
	`status` text NOT NULL,
	`author_kind` text NOT NULL,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`note` text,
	`is_internal` integer DEFAULT false NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`ticket_id`) REFERENCES `support_tickets`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "support_replies_internal_by_staff" CHECK("support_replies"."is_internal" = 0 or "support_replies"."author_kind" = 'staff')
);
--> statement-breakpoint
CREATE INDEX `support_replies_by_ticket` ON `support_replies` (`ticket_id`,`id`);--> statement-breakpoint
CREATE INDEX `support_replies_by_company` ON `support_replies` (`company_id`);--> statement-breakpoint
CREATE TABLE `support_tickets` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`number` text NOT NULL,
	`company_id` text NOT NULL,
	`opened_by` text NOT NULL,
	`opened_by_name` text NOT NULL,
	`opened_by_email` text NOT NULL,
	`subject` text collate nocase NOT NULL,
	`category` text NOT NULL,
	`priority` text NOT NULL,
	`status` text NOT NULL,
	`assigned_to` text,
	`first_response_at` integer,
	`last_reply_at` integer NOT NULL,
	`last_reply_by` text NOT NULL,
	`resolved_at` integer,
	`closed_at` integer,
	`rating` integer,
	`rating_note` text,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`assigned_to`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "support_tickets_rating_known" CHECK("support_tickets"."rating" is null or "support_tickets"."rating" between 1 and 5),
	CONSTRAINT "support_tickets_status_known" CHECK("support_tickets"."status" is null or "support_tickets"."status" in ('open', 'in_progress', 'waiting_customer', 'resolved', 'closed', 'reopened')),
	CONSTRAINT "support_tickets_category_known" CHECK("support_tickets"."category" is null or "support_tickets"."category" in ('bug', 'billing', 'how_to', 'feature', 'data', 'other')),
	CONSTRAINT "support_tickets_priority_known" CHECK("support_tickets"."priority" is null or "support_tickets"."priority" in ('low', 'normal', 'high', 'urgent')),
	CONSTRAINT "support_tickets_version_integer" CHECK(typeof("support_tickets"."version") in ('integer', 'null')),
	CONSTRAINT "support_tickets_rating_integer" CHECK(typeof("support_tickets"."rating") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `support_tickets_number` ON `support_tickets` (`number`);--> statement-breakpoint
CREATE INDEX `support_tickets_by_company` ON `support_tickets` (`company_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `support_tickets_by_opener` ON `support_tickets` (`company_id`,`opened_by`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `support_tickets_by_status` ON `support_tickets` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `support_tickets_by_assignee` ON `support_tickets` (`assigned_to`,`status`) WHERE assigned_to is not null;--> statement-breakpoint
CREATE INDEX `support_tickets_resolved` ON `support_tickets` (`resolved_at`) WHERE status = 'resolved';--> statement-breakpoint
-- A version that was offered stays as it was: another price is another version.
CREATE TRIGGER plan_versions_no_update BEFORE UPDATE ON plan_versions BEGIN SELECT RAISE(ABORT, 'plan_versions_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER plan_versions_no_delete BEFORE DELETE ON plan_versions BEGIN SELECT RAISE(ABORT, 'plan_versions_no_delete'); END;
--> statement-breakpoint
CREATE TRIGGER subscription_log_no_update BEFORE UPDATE ON subscription_log BEGIN SELECT RAISE(ABORT, 'subscription_log_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER subscription_log_no_delete BEFORE DELETE ON subscription_log BEGIN SELECT RAISE(ABORT, 'subscription_log_no_delete'); END;
--> statement-breakpoint
CREATE TRIGGER refunds_no_update BEFORE UPDATE ON refunds BEGIN SELECT RAISE(ABORT, 'refunds_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER refunds_no_delete BEFORE DELETE ON refunds BEGIN SELECT RAISE(ABORT, 'refunds_no_delete'); END;
--> statement-breakpoint
CREATE TRIGGER payment_events_no_update BEFORE UPDATE ON payment_events BEGIN SELECT RAISE(ABORT, 'payment_events_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER payment_events_no_delete BEFORE DELETE ON payment_events BEGIN SELECT RAISE(ABORT, 'payment_events_no_delete'); END;
--> statement-breakpoint
CREATE TRIGGER support_replies_no_update BEFORE UPDATE ON support_replies BEGIN SELECT RAISE(ABORT, 'support_replies_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER support_replies_no_delete BEFORE DELETE ON support_replies BEGIN SELECT RAISE(ABORT, 'support_replies_no_delete'); END;
--> statement-breakpoint
-- What was paid for is not rewritten: number, buyer, amounts, and the invoice once it has its number.
CREATE TRIGGER orders_paid_no_update BEFORE UPDATE OF number, company_id, plan_version_id, plan_snapshot, billing, qty, extra_assets, extra_users, currency, subtotal_minor, discount_minor, taxable_minor, tax_minor, tax_lines, total_minor, buyer, seller, invoice_no, invoice_on, paid_at, period_from, period_to ON orders WHEN OLD.invoice_no IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'orders_paid_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER orders_no_delete BEFORE DELETE ON orders BEGIN SELECT RAISE(ABORT, 'orders_no_delete'); END;
