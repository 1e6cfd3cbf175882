/** The ids of the tables that this page has just opened, until their host's pace is set. */
export const newTables = new Set<string>();
