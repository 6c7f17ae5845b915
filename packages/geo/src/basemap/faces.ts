// The faces of letters on maps, by the names that styles call them.

/** Names used in `text-font` of the built-in styles and of layer labels. */
export const FONT = { regular: 'Noto Sans Regular', italic: 'Noto Sans Italic', semiBold: 'Noto Sans SemiBold' } as const;
