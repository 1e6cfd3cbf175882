declare module "*.po" {
  const catalogue: import("../../../plugins/catalogues.ts").Catalogue;
  export default catalogue;
}
