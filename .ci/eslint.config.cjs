// Lint of the component scripts. The browsers listed here are the baseline that docs/architecture.md states.
const js = require("@eslint/js");
const compat = require("eslint-plugin-compat").default ?? require("eslint-plugin-compat");
const globals = require("globals");

const BROWSERS = ["chrome >= 117", "edge >= 117", "firefox >= 119", "safari >= 17.4", "ios_saf >= 17.4"];

module.exports = [
  { ignores: ["viewer/components/lib/lit-html/"] },
  js.configs.recommended,
  {
    files: ["viewer/**/*.js"],
    plugins: { compat },
    languageOptions: { ecmaVersion: 2023, sourceType: "module", globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    settings: { browsers: BROWSERS },
    rules: {
      "compat/compat": "error",
      eqeqeq: "error",
      "no-unused-vars": ["error", { ignoreRestSiblings: true, argsIgnorePattern: "^_" }],
      "max-lines-per-function": ["error", { max: 60 }],
      "no-var": "error",
      "prefer-const": "error",
      "no-unused-expressions": ["error", { allowShortCircuit: true, allowTernary: true }],
      "no-restricted-syntax": [
        "error",
        { selector: "ImportDefaultSpecifier, ImportNamespaceSpecifier, ImportExpression", message: "viewer/components/lib/javascript.py joins named imports only." },
        { selector: ":matches(Program, ExportNamedDeclaration) > VariableDeclaration[declarations.length > 1]", message: "viewer/components/lib/javascript.py sees one name a declaration." },
        { selector: "ExportAllDeclaration, ExportSpecifier", message: "viewer/components/lib/javascript.py joins exported declarations only." },
      ],
    },
  },
  {
    files: ["tests/javascript/*.mjs"],
    languageOptions: { ecmaVersion: 2023, sourceType: "module", globals: globals.node },
  },
];
