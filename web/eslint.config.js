/** ESLint for TypeScript and Svelte. Prettier decides the layout; svelte-check reports type errors and compiler warnings. */

import svelte from "eslint-plugin-svelte";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

const UNUSED = { argsIgnorePattern: "^_", varsIgnorePattern: "^_" };

export default ts.config(
  { ignores: ["node_modules/", "src/wire/types.ts"] },
  ts.configs.recommended,
  ts.configs.stylistic,
  svelte.configs.recommended,
  svelte.configs.prettier,
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      complexity: ["error", { max: 20, variant: "modified" }], // a switch counts as one branch
      eqeqeq: ["error", "always", { null: "ignore" }],
      "max-params": ["error", 8],
      "no-console": "error",
      "@typescript-eslint/no-unused-vars": ["error", UNUSED],
      "svelte/no-unused-svelte-ignore": "off", // svelte-check reports the warnings that these comments silence
      "svelte/prefer-svelte-reactivity": "off", // maps and sets here are built once and never changed
    },
  },
);
