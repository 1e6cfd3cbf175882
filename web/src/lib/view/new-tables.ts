/**
 * The ids of the tables that this page has just opened. A table leaves the set when the pace that its host prefers has
 * been applied to it.
 */
export const newTables = new Set<string>();

/**
 * The ids of the tables that this user has just joined, by a ticket of the server. A table leaves the set when its page
 * is shown, which need not join the table then.
 */
export const joinedTables = new Set<string>();
