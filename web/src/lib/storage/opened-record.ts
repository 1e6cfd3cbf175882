/** The game record that the user opened from a file. This module does not send the record anywhere. */

let opened: Blob | undefined;

/** Keeps the bytes of a record, which is text or EGN's binary form. */
export const keepOpen = (record: Blob): void => void (opened = record);
export const openedRecord = (): Blob | undefined => opened;
