// The tags that descriptions, terms and comments may hold: what is saved and what is shown are cleaned by one list.

/** Names of allowed HTML tags, lower case. */
export const ALLOWED_TAGS: string[] =
  'a abbr b blockquote br caption code dd div dl dt em figcaption figure font h1 h2 h3 h4 h5 h6 hr i img li ol p pre s small span strong strike sub sup table tbody td tfoot th thead tr u ul'.split(
    ' ',
  );
