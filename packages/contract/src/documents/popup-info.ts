// Pop-ups of the public web map format: what a click on a feature shows.

/** How a number or a date of a pop-up is written. */
export interface FieldFormat {
  places?: number | null;
  digitSeparator?: boolean;
  dateFormat?: string;
  [more: string]: unknown;
}

/** One field of a pop-up. */
export interface FieldInfo {
  fieldName: string;
  label?: string;
  visible?: boolean;
  format?: FieldFormat | null;
  [more: string]: unknown;
}

/** One block of a pop-up: a list of fields, a text, or a kind the portal does not show. */
export interface PopupElement {
  type: string;
  fieldInfos?: FieldInfo[];
  text?: string;
  title?: string;
  description?: string;
  [more: string]: unknown;
}

/** A pop-up: a title with `{field}` names, then a text or fields. */
export interface PopupInfo {
  title?: string;
  /** HTML of the author; must be cleaned before it is shown. */
  description?: string | null;
  fieldInfos?: FieldInfo[];
  popupElements?: PopupElement[];
  [more: string]: unknown;
}
