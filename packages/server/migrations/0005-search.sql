-- Words of short texts, folded in the database where no prepared document exists: names and tags of people.

create function folded_words(value text) returns text language sql immutable parallel safe as $$
  select ' ' || regexp_replace(
    replace(replace(replace(translate(
      regexp_replace(lower(normalize(coalesce(value, ''), nfkd)), '[\u0300-\u036f]', '', 'g'),
      'øłđħı', 'oldhi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    '[^a-z0-9\u0080-\uffff]+', ' ', 'g') || ' '
$$;
