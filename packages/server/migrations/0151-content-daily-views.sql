-- How often items were looked at on each day (UTC). Nothing is kept of who looked.

create table item_daily_view (
  item_id text not null references item (id) on delete cascade,
  day date not null,
  views integer not null check (views > 0),
  primary key (item_id, day)
);
create index item_daily_view_day on item_daily_view (day);
