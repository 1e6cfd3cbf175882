declare module "gettext-parser" {
  interface Message {
    msgid: string;
    msgstr: string[];
    comments?: { flag?: string };
  }
  export const po: { parse(text: Uint8Array): { translations: Record<string, Record<string, Message>> } };
}
