/** The record that was opened from a file. It never leaves this page. */

let opened: string | undefined;

export const keepOpen = (record: string): void => void (opened = record);
export const openedRecord = (): string | undefined => opened;
