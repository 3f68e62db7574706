-- Research that a tenant has given itself: only that tenant reads it. NULL: research of the fleet, which all tenants share.
ALTER TABLE research ADD COLUMN tenant text;
