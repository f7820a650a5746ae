export interface paths {
    "/api/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List: Asset
         * @description On a company's host. Needs view-asset.
         */
        get: operations["getAssets"];
        put?: never;
        /**
         * Add: Asset
         * @description On a company's host. Needs create-asset.
         */
        post: operations["postAssets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service-reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reports of the company, newest saved first; of one asset, newest served first
         * @description On a company's host. Needs edit-asset or view-asset.
         */
        get: operations["getServiceReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service-calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List: Service call. Those that are open come by the time that is left, those of another tab newest first
         * @description On a company's host. Needs view-breakdown.
         */
        get: operations["getServiceCalls"];
        put?: never;
        /**
         * Begin a service call: a problem of an asset
         * @description On a company's host. Needs create-breakdown.
         */
        post: operations["postServiceCalls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Problem: {
            /** @constant */
            success: false;
            message: string;
            errors?: {
                [key: string]: string[];
            };
            /** @description With 409: the newer record, or what uses this one */
            data?: unknown;
        };
        ProblemDetails: {
            /** @constant */
            type: "about:blank";
            /** @description The words of the status */
            title: string;
            status: number;
            /** @description What the other form says in `message` */
            detail: string;
            /** @description Names the request: `urn:uuid:…` */
            instance: string;
            errors?: {
                [key: string]: string[];
            };
            /** @description With 409: the newer record, or what uses this one */
            data?: unknown;
        };
    };
    responses: {
        /** @description No token, or one that is dead */
        401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description The company is suspended and only reads */
        402: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description Not allowed */
        403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description Not there, or of another company */
        404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description Someone else was first, a shortage, or still in use; `data` may hold the newer record */
        409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description `If-Match` names another version; `data` holds both */
        412: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description The body is too large */
        413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description Fields need attention, by name in `errors` */
        422: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description Too many attempts, or requests of a key or session; `Retry-After` says when */
        429: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description Busy; `Retry-After` says when */
        503: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAssets: {
        parameters: {
            query?: {
                /** @description Beginnings of words, or a part of the name */
                q?: string;
                sort?: "code" | "name" | "newest" | "pm" | "cal" | "cover" | "bought" | "cost";
                dir?: "asc" | "desc";
                size?: 25 | 50 | 100;
                /** @description `next` of the page before */
                after?: string;
                /** @description Where the page after this one began */
                before?: string;
                category?: string;
                sub?: string;
                department?: string;
                place?: string;
                lifecycle?: "received" | "in_service" | "standby" | "condemned" | "disposed" | "live";
                condition?: "working" | "working_limited" | "not_working";
                criticality?: "life_support" | "high" | "medium" | "low";
                team?: string;
                vendor?: string;
                cover?: "warranty" | "amc" | "cmc" | "rental" | "none" | "30" | "60" | "90";
                pm?: "overdue" | "month" | "due" | "planned" | "missing" | "required" | "in" | "active";
                cal?: "overdue" | "month" | "due" | "planned" | "missing" | "required" | "in" | "active";
                ends?: string;
                priced?: string;
                lost?: "1";
                failed?: "1";
                call?: "1";
                year?: string;
                /** @description Digits of the purchase cost before the point: 3 and less, 4 to 8, 9 and more */
                price?: string;
                age?: "0" | "3" | "6" | "10" | "15" | "unknown";
                missing?: "cost" | "bought" | "serial" | "model" | "place" | "vendor" | "team" | "photo" | "pm" | "cal";
                /** @description Search for what was typed, also where nothing has it */
                typed?: "1";
                /** @description Instead of the list: whole records that were changed since then, in the order of their changes, deleted ones too. Goes with `after` and `size` alone */
                updated_since?: string;
            };
            header?: {
                /** @description `ETag` of the answer before: 304 where it is the same */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                        data: {
                            /** @description Id of a record */
                            id: string;
                            asset_code: string;
                            name: string;
                            make: string | null;
                            model: string | null;
                            serial_no: string | null;
                            /** @description Id of a record */
                            category_id: string;
                            /** @description Id of a record */
                            department_id: string;
                            /** @enum {string} */
                            lifecycle: "received" | "in_service" | "standby" | "condemned" | "disposed";
                            /** @enum {string} */
                            condition: "working" | "working_limited" | "not_working";
                            /** @enum {string} */
                            criticality: "life_support" | "high" | "medium" | "low";
                            not_located_since: string | null;
                            next_pm_on: string | null;
                            next_cal_on: string | null;
                            pm_required: boolean;
                            cal_required: boolean;
                            cover_kind: string | null;
                            cover_until: string | null;
                            purchase_on: string | null;
                            put_to_use_on: string | null;
                            purchase_cost: string | null;
                            last_service_on: string | null;
                            /**
                             * @description Money with two decimals
                             * @example 12.50
                             */
                            service_cost: string;
                            open_breakdown_count: number;
                            is_down: boolean;
                            open_gate_pass_id: string | null;
                            open_transfer_id: string | null;
                            failed_checks: number;
                            machine_type_name: string | null;
                            photo_media_id: string | null;
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                            category_name: string;
                            department_name: string;
                            location_path: string | null;
                        }[];
                        /** @description Send it as `after` for the next page; null at the end */
                        next: string | null;
                        /** @description What was searched in place of misspelt words that nothing has */
                        meant: string | null;
                        warnings?: string[];
                    } | {
                        /** @constant */
                        success: true;
                        message: string;
                        data: {
                            /** @description Id of a record */
                            id: string;
                            /** Format: date-time */
                            created_at: string;
                            created_by: string | null;
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                            asset_code: string;
                            name: string;
                            make: string | null;
                            model: string | null;
                            serial_no: string | null;
                            /** @description Id of a record */
                            category_id: string;
                            sub_category_id: string | null;
                            machine_type_id: string | null;
                            machine_type_name: string | null;
                            /** @enum {string} */
                            criticality: "life_support" | "high" | "medium" | "low";
                            em_function: number | null;
                            em_risk: number | null;
                            em_maint: number | null;
                            em_score: number | null;
                            /** @description Id of a record */
                            department_id: string;
                            location_id: string | null;
                            room: string | null;
                            in_charge_name: string | null;
                            in_charge_phone: string | null;
                            custodian_user_id: string | null;
                            team_id: string | null;
                            /** @enum {string} */
                            lifecycle: "received" | "in_service" | "standby" | "condemned" | "disposed";
                            /** @enum {string} */
                            condition: "working" | "working_limited" | "not_working";
                            not_located_since: string | null;
                            /** @enum {string} */
                            ownership: "owned" | "leased" | "rental" | "demo" | "donated" | "placement";
                            vendor_id: string | null;
                            purchase_on: string | null;
                            purchase_cost: string | null;
                            is_cost_estimated: boolean;
                            put_to_use_on: string | null;
                            warranty_start_on: string | null;
                            warranty_end_on: string | null;
                            end_of_support_on: string | null;
                            pm_months: number | null;
                            cal_months: number | null;
                            pm_required: boolean;
                            cal_required: boolean;
                            last_cal_on: string | null;
                            pm_planned_on: string | null;
                            pm_planned_at: string | null;
                            pm_reckoned_on: string | null;
                            cover_kind: string | null;
                            cover_until: string | null;
                            open_breakdown_count: number;
                            is_down: boolean;
                            open_gate_pass_id: string | null;
                            open_transfer_id: string | null;
                            photo_media_id: string | null;
                            /** @description Set where the record was deleted */
                            deleted_at: string | null;
                        }[];
                        /** @description Send it as `after` for the next page; null at the end */
                        next: string | null;
                        /**
                         * Format: date-time
                         * @description Send it as `updated_since` the next time, once every page is read
                         */
                        since: string;
                        warnings?: string[];
                    };
                };
            };
            /** @description As it was */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
        };
    };
    postAssets: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body gives the first answer again and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Example",
                 *       "category_id": "0198c7a2-5f3e-7c11-9a60-3f6f0e8d2b41",
                 *       "department_id": "0198c7a2-5f3e-7c11-9a60-3f6f0e8d2b41"
                 *     }
                 */
                "application/json": {
                    asset_code?: string | null;
                    name: string;
                    make?: string | null;
                    model?: string | null;
                    serial_no?: string | null;
                    category_id: string;
                    sub_category_id?: string | null;
                    machine_type_id?: string | null;
                    criticality?: "" | null | ("life_support" | "high" | "medium" | "low");
                    em_function?: "" | null | number;
                    em_risk?: "" | null | number;
                    em_maint?: "" | null | number;
                    in_charge_name?: string | null;
                    in_charge_phone?: string | null;
                    custodian_user_id?: string | null;
                    team_id?: string | null;
                    ownership?: "" | null | ("owned" | "leased" | "rental" | "demo" | "donated" | "placement");
                    vendor_id?: string | null;
                    purchase_on?: "" | null | string;
                    purchase_cost?: "" | null | (string | number);
                    is_cost_estimated?: boolean | number | string | null;
                    put_to_use_on?: "" | null | string;
                    warranty_start_on?: "" | null | string;
                    warranty_end_on?: "" | null | string;
                    end_of_support_on?: "" | null | string;
                    pm_required?: boolean | number | string | null;
                    cal_required?: boolean | number | string | null;
                    pm_months?: "" | null | number;
                    cal_months?: "" | null | number;
                    next_pm_on?: "" | null | string;
                    next_cal_on?: "" | null | string;
                    department_id: string;
                    location_id?: string | null;
                    room?: string | null;
                    lifecycle?: "" | null | ("received" | "in_service" | "standby");
                    condition?: "" | null | ("working" | "working_limited" | "not_working");
                    po_no?: string | null;
                    invoice_no?: string | null;
                    invoice_on?: "" | null | string;
                    tax?: "" | null | (string | number);
                    funding?: "" | null | ("capex" | "opex" | "grant" | "lease" | "loan");
                    manufactured_on?: "" | null | string;
                    installed_on?: "" | null | string;
                    commissioned_on?: "" | null | string;
                    expected_life_years?: "" | null | number;
                    dep_method?: "" | null | ("none" | "slm" | "wdv");
                    useful_life_months?: "" | null | number;
                    salvage?: "" | null | (string | number);
                    dep_rate_bp?: "" | null | number;
                    udi?: string | null;
                    nomenclature_system?: "" | null | ("none" | "gmdn" | "umdns" | "ecri" | "emdn");
                    nomenclature_code?: string | null;
                    device_class?: string | null;
                    power?: string | null;
                    voltage?: string | null;
                    software_version?: string | null;
                    ip?: string | null;
                    mac?: string | null;
                    applied_part?: "" | null | ("B" | "BF" | "CF");
                    protection_class?: "" | null | ("I" | "II" | "internal");
                    remarks?: string | null;
                    spec_json?: {
                        [key: string]: string | number | boolean | null;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                        data: {
                            /** @description Id of a record */
                            id: string;
                        };
                        warnings?: string[];
                    };
                };
            };
            401: components["responses"]["401"];
            402: components["responses"]["402"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    getServiceReports: {
        parameters: {
            query?: {
                /** @description Id of a record */
                asset?: string;
                size?: 25 | 50 | 100;
                /** @description `next` of the page before */
                after?: string;
                /** @description Where the page after this one began */
                before?: string;
                /** @description Instead of the list: whole records that were changed since then, in the order of their changes, deleted ones too. Goes with `after` and `size` alone */
                updated_since?: string;
            };
            header?: {
                /** @description `ETag` of the answer before: 304 where it is the same */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                        data: {
                            /** @description Id of a record */
                            id: string;
                            /** @description Id of a record */
                            asset_id: string;
                            breakdown_id: string | null;
                            service_ticket: string;
                            /** @enum {string} */
                            service_type: "pm" | "other";
                            condition_after: ("working" | "working_limited" | "not_working") | null;
                            checks_yes: number;
                            checks_no: number;
                            checks_na: number;
                            /**
                             * @description Money with two decimals
                             * @example 12.50
                             */
                            parts_cost: string;
                            /**
                             * @description Money with two decimals
                             * @example 12.50
                             */
                            service_cost: string;
                            /**
                             * @description Money with two decimals
                             * @example 12.50
                             */
                            total_cost: string;
                            verified_at: string | null;
                            locked_at: string | null;
                            cancelled_at: string | null;
                            /** Format: date */
                            date: string;
                            complaint_by: string;
                            media: string | null;
                            media_name: string | null;
                            action_taken: string | null;
                            /** @description Files, that of media among them */
                            file_count: number;
                            /** @description Pictures among them */
                            photo_count: number;
                            raised_call_number: string | null;
                        }[];
                        /** @description Send it as `after` for the next page; null at the end */
                        next: string | null;
                        warnings?: string[];
                    } | {
                        /** @constant */
                        success: true;
                        message: string;
                        data: {
                            /** @description Id of a record */
                            id: string;
                            /** Format: date-time */
                            created_at: string;
                            created_by: string | null;
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                            /** @description Id of a record */
                            asset_id: string;
                            service_ticket: string;
                            /** Format: date */
                            service_on: string;
                            /** @enum {string} */
                            service_type: "pm" | "other";
                            breakdown_id: string | null;
                            due_occurrence_id: string | null;
                            machine_type_id: string | null;
                            pm_checklist_id: string | null;
                            pm_checklist_name: string | null;
                            pm_checklist_revision: number | null;
                            problem_description: string | null;
                            action_taken: string | null;
                            remark: string | null;
                            done_by: string;
                            done_by_user_id: string | null;
                            received_by: string | null;
                            /**
                             * @description Money with two decimals
                             * @example 12.50
                             */
                            parts_cost: string;
                            /**
                             * @description Money with two decimals
                             * @example 12.50
                             */
                            total_cost: string;
                            pm_lists: unknown;
                            checks_yes: number;
                            checks_no: number;
                            checks_na: number;
                            /** @enum {string} */
                            billed_to: "internal" | "vendor" | "contract";
                            condition_after: ("working" | "working_limited" | "not_working") | null;
                            verified_by: string | null;
                            verified_at: string | null;
                            locked_at: string | null;
                            amended_count: number;
                            cancelled_by: string | null;
                            cancelled_at: string | null;
                            cancel_reason: string | null;
                            /** @description Set where the record was deleted */
                            deleted_at: string | null;
                        }[];
                        /** @description Send it as `after` for the next page; null at the end */
                        next: string | null;
                        /**
                         * Format: date-time
                         * @description Send it as `updated_since` the next time, once every page is read
                         */
                        since: string;
                        warnings?: string[];
                    };
                };
            };
            /** @description As it was */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
        };
    };
    getServiceCalls: {
        parameters: {
            query?: {
                /** @description Beginnings of words, or a part of the name */
                q?: string;
                sort?: "clock" | "newest" | "priority" | "status";
                dir?: "asc" | "desc";
                size?: 25 | 50 | 100;
                /** @description `next` of the page before */
                after?: string;
                /** @description Where the page after this one began */
                before?: string;
                tab?: "open" | "new" | "mine" | "teams" | "hold" | "resolved" | "all";
                state?: "new" | "acknowledged" | "assigned" | "in_progress" | "on_hold" | "resolved" | "closed" | "cancelled" | "closed_duplicate" | "closed_condemned";
                priority?: "critical" | "high" | "medium" | "low";
                down?: "yes" | "no";
                location?: string;
                vendor?: string;
                asset?: string;
                contract?: string;
                hold?: "awaiting_part" | "awaiting_vendor" | "awaiting_approval" | "asset_in_use" | "sent_out" | "other";
                source?: "web" | "qr" | "phone" | "pm_finding" | "calibration_fail" | "api";
                cause?: "wear_random" | "preventable_missed" | "pm_predictable" | "battery" | "accessory" | "user_error" | "abuse_damage" | "power_environment" | "network_software" | "service_induced" | "no_problem_found" | "consumable" | "recall" | "unknown";
                late?: "yes" | "no";
                repeat?: "yes" | "no";
                unassigned?: "yes";
                from?: string;
                to?: string;
                counted?: "yes";
                failure?: "yes";
                over?: "yes";
                answered?: "any" | "late";
                closed_from?: string;
                closed_to?: string;
                open_on?: string;
                department?: string;
                category?: string;
                place?: string;
                criticality?: "life_support" | "high" | "medium" | "low";
                asset_vendor?: string;
                asset_team?: string;
                /** @description Instead of the list: whole records that were changed since then, in the order of their changes, deleted ones too. Goes with `after` and `size` alone */
                updated_since?: string;
            };
            header?: {
                /** @description `ETag` of the answer before: 304 where it is the same */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                        data: {
                            /** @description Id of a record */
                            id: string;
                            version: number;
                            number: string;
                            /** @enum {string} */
                            status: "new" | "acknowledged" | "assigned" | "in_progress" | "on_hold" | "resolved" | "closed" | "cancelled" | "closed_duplicate" | "closed_condemned";
                            problem: string;
                            /** @enum {string} */
                            priority: "critical" | "high" | "medium" | "low";
                            equipment_down: boolean;
                            /** Format: date-time */
                            reported_at: string;
                            reported_by_name: string;
                            /** @enum {string} */
                            source: "web" | "qr" | "phone" | "pm_finding" | "calibration_fail" | "api";
                            is_repeat: boolean;
                            sla_respond_by: number | null;
                            sla_resolve_by: number | null;
                            held_at: string | null;
                            hold_reason: string | null;
                            first_response_at: string | null;
                            resolved_at: string | null;
                            closed_at: string | null;
                            rating: number | null;
                            reopen_count: number;
                            /** @description Id of a record */
                            asset_id: string;
                            cause_code: string | null;
                            asset_code: string;
                            asset_name: string;
                            location: string;
                            assignee: string | null;
                            cover_kind: string | null;
                            vendor_name: string | null;
                        }[];
                        /** @description Send it as `after` for the next page; null at the end */
                        next: string | null;
                        warnings?: string[];
                    } | {
                        /** @constant */
                        success: true;
                        message: string;
                        data: {
                            /** @description Id of a record */
                            id: string;
                            /** Format: date-time */
                            created_at: string;
                            created_by: string | null;
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                            number: string;
                            /** @description Id of a record */
                            asset_id: string;
                            /** @description Id of a record */
                            department_id: string;
                            /** @enum {string} */
                            source: "web" | "qr" | "phone" | "pm_finding" | "calibration_fail" | "api";
                            reported_by_name: string;
                            reported_by_phone: string | null;
                            reporter_user_id: string | null;
                            /** Format: date-time */
                            reported_at: string;
                            failed_at: string | null;
                            problem: string;
                            problem_code: string | null;
                            equipment_down: boolean;
                            patient_impact: ("none" | "delay" | "harm") | null;
                            /** @enum {string} */
                            priority: "critical" | "high" | "medium" | "low";
                            assigned_team_id: string | null;
                            assigned_user_id: string | null;
                            vendor_id: string | null;
                            contract_id: string | null;
                            cover_snapshot: unknown;
                            sla_respond_by: number | null;
                            sla_resolve_by: number | null;
                            sla_paused_ms: number;
                            acknowledged_at: string | null;
                            first_response_at: string | null;
                            work_started_at: string | null;
                            resolved_at: string | null;
                            restored_at: string | null;
                            closed_at: string | null;
                            hold_reason: string | null;
                            held_at: string | null;
                            cause_code: string | null;
                            is_repeat: boolean;
                            resolution: string | null;
                            rating: number | null;
                            rating_note: string | null;
                            duplicate_of_id: string | null;
                            vendor_told_at: string | null;
                            clock_by: number | null;
                            wake_at: string | null;
                            escalated: unknown;
                            raised_by_report_id: string | null;
                            reopen_count: number;
                            /** @enum {string} */
                            status: "new" | "acknowledged" | "assigned" | "in_progress" | "on_hold" | "resolved" | "closed" | "cancelled" | "closed_duplicate" | "closed_condemned";
                            /** @description Set where the record was deleted */
                            deleted_at: string | null;
                        }[];
                        /** @description Send it as `after` for the next page; null at the end */
                        next: string | null;
                        /**
                         * Format: date-time
                         * @description Send it as `updated_since` the next time, once every page is read
                         */
                        since: string;
                        warnings?: string[];
                    };
                };
            };
            /** @description As it was */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
        };
    };
    postServiceCalls: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body gives the first answer again and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "asset_id": "0198c7a2-5f3e-7c11-9a60-3f6f0e8d2b41",
                 *       "problem": "Alarm does not sound",
                 *       "equipment_down": "yes"
                 *     }
                 */
                "application/json": {
                    asset_id: string;
                    problem: string;
                    /** @enum {string} */
                    equipment_down: "yes" | "no";
                    failed_at?: (number | string) | null;
                    patient_impact?: "" | null | ("none" | "delay" | "harm");
                    priority?: "" | null | ("critical" | "high" | "medium" | "low");
                    raised_by_report_id?: string | null;
                    raised_by_calibration_id?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                        data: {
                            /** @description Id of a record */
                            id: string;
                            number: string;
                        };
                        warnings?: string[];
                    };
                };
            };
            401: components["responses"]["401"];
            402: components["responses"]["402"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
}
