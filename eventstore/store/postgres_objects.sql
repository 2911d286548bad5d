-- The objects that belong to the tables of a store, of this schema and of others: type, name, table and definition.
-- Names of the schema are left out of the definitions. A flag of a table that Partie never sets is in its definition.
WITH own AS (
    SELECT pg_class.*, quote_ident(nspname) || '.' AS place
    FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE relname IN ('partie', 'shards', 'events', 'blobs') AND pg_table_is_visible(pg_class.oid)
)
SELECT 'table', relname::text, relname::text, (
    SELECT string_agg(concat(
        attname, ' ', format_type(atttypid, atttypmod),
        CASE WHEN attcollation <> typcollation THEN ' COLLATE ' || attcollation::regcollation::text END,
        CASE WHEN attnotnull THEN ' NOT NULL' END,
        CASE WHEN attidentity > '' THEN ' IDENTITY' END,
        CASE WHEN attgenerated > '' THEN ' GENERATED ' ELSE ' DEFAULT ' END || pg_get_expr(adbin, adrelid)
    ), ', ' ORDER BY attnum)
    FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid
        LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE attrelid = own.oid AND attnum > 0 AND NOT attisdropped
) || concat(
    CASE WHEN relkind <> 'r' THEN ' KIND ' || relkind::text END,
    CASE WHEN relpersistence <> 'p' THEN ' UNLOGGED' END,
    CASE WHEN relrowsecurity OR relforcerowsecurity THEN ' ROW LEVEL SECURITY' END
) FROM own
UNION ALL SELECT 'table', child.relname, own.relname, 'inherits' FROM own
    JOIN pg_inherits ON inhparent = own.oid JOIN pg_class AS child ON child.oid = inhrelid
UNION ALL SELECT 'index', of_table.relname, own.relname,
    concat(replace(pg_get_indexdef(indexrelid), place, ''), CASE WHEN NOT indisvalid THEN ' INVALID' END)
    FROM own JOIN pg_index ON indrelid = own.oid JOIN pg_class AS of_table ON of_table.oid = indexrelid
UNION ALL SELECT 'constraint', conname, own.relname, pg_get_constraintdef(pg_constraint.oid)
    FROM own JOIN pg_constraint ON own.oid IN (conrelid, confrelid) WHERE contype IN ('c', 'f', 'x')
UNION ALL SELECT 'trigger', tgname, own.relname,
    concat(replace(pg_get_triggerdef(pg_trigger.oid), place, ''), CASE WHEN tgenabled <> 'O' THEN ' NOT ENABLED' END)
    FROM own JOIN pg_trigger ON tgrelid = own.oid WHERE NOT tgisinternal
UNION ALL SELECT 'rule', rulename, own.relname, pg_get_ruledef(pg_rewrite.oid)
    FROM own JOIN pg_rewrite ON ev_class = own.oid
UNION ALL SELECT 'policy', polname, own.relname, '' FROM own JOIN pg_policy ON polrelid = own.oid
UNION ALL SELECT DISTINCT 'view', of_rule.relname, own.relname, '' FROM own
    JOIN pg_depend ON refclassid = 'pg_class'::regclass AND refobjid = own.oid AND classid = 'pg_rewrite'::regclass
    JOIN pg_rewrite ON pg_rewrite.oid = objid JOIN pg_class AS of_rule ON of_rule.oid = ev_class
    WHERE of_rule.relkind IN ('v', 'm') AND of_rule.oid <> own.oid
UNION ALL SELECT 'function', proname, '', concat(
        '(', pg_get_function_identity_arguments(pg_proc.oid), ')', prosrc, CASE WHEN prosecdef THEN ' SECURITY DEFINER' END, ' SET ' || array_to_string(proconfig, ', ')
    )
    FROM pg_proc WHERE starts_with(proname, 'partie_')
        AND pronamespace IN (SELECT relnamespace FROM own WHERE relname = 'events')
ORDER BY 2, 1
