/** The id or the slug of an item, or the slug of a category, in an address. */
export const ITEM_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;
/** In messages. */
export const ITEM_NAME_FORM = 'at most 100 letters (a to z), digits, - and _';
