/** The record that one opened from a file; it stays in this page. */

let opened: string | undefined;

export const keepOpen = (record: string): void => void (opened = record);
export const openedRecord = (): string | undefined => opened;
