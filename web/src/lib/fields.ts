/** The fields of a ruleset as its schema tells them: what each means, and what it may be. */

/** A field; `name` is dotted for those inside a table. */
export interface Field {
  readonly name: string;
  readonly about: string;
  readonly allowed:
    | { readonly kind: "choice"; readonly values: readonly (string | number)[] }
    | { readonly kind: "yes" }
    | { readonly kind: "number"; readonly least: number; readonly most: number }
    | { readonly kind: "text" };
}

/** What of JSON Schema a ruleset's fields use. */
export interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}
export type Schemas = Readonly<Record<string, Schema>>;

/** The fields of a type among schemas, by name. */
export function fieldsOf(schemas: Schemas, type = "Ruleset"): Map<string, Field> {
  return new Map(fields(schemas, type, "").map((field) => [field.name, field]));
}

function fields(schemas: Schemas, type: string, before: string): Field[] {
  return Object.entries(schemas[type]?.properties ?? {}).flatMap(([key, schema]) => {
    const name = before + key;
    const inner = schema.$ref?.split("/").at(-1);
    if (inner) return fields(schemas, inner, `${name}.`);
    return [{ name, about: schema.description ?? "", allowed: allowed(schema) }];
  });
}

function allowed({ type, enum: values, minimum, maximum }: Schema): Field["allowed"] {
  if (values) return { kind: "choice", values };
  if (type === "boolean") return { kind: "yes" };
  if (type === "integer") return { kind: "number", least: minimum ?? 0, most: maximum ?? Number.MAX_SAFE_INTEGER };
  return { kind: "text" };
}

/** The value of a field of a ruleset, whose name may be dotted. */
export function valueOf(rules: object, name: string): unknown {
  return name.split(".").reduce<unknown>((part, key) => (Object(part) as Record<string, unknown>)[key], rules);
}
