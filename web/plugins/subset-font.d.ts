declare module "subset-font" {
  interface Options {
    readonly targetFormat?: "woff2" | "sfnt";
    readonly noHinting?: boolean;
    readonly keepFeatures?: readonly string[];
    readonly preserveNameIds?: readonly number[];
    readonly variationAxes?: Readonly<Record<string, number | { min: number; max: number; default?: number }>>;
  }
  export default function subset(font: Buffer, text: string, options?: Options): Promise<Buffer>;
}
