/** The game record that the user opened from a file. This module does not send the record anywhere. */

let opened: string | undefined;

export const keepOpen = (record: string): void => void (opened = record);
export const openedRecord = (): string | undefined => opened;
