// lit-html takes this from the page when it is loaded. No test of this folder draws anything.
globalThis.document ??= { createTreeWalker: () => null };
