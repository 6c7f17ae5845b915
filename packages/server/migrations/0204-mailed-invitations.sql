-- When the mail with the link of an invitation was handed over; null where none was sent (yet).

alter table organisation_invitation add column mailed timestamptz;
