/**
 * The ids of the tables that this page has just opened. A table leaves the set when the pace that its host prefers has
 * been applied to it.
 */
export const newTables = new Set<string>();
