// What the scripts use of lit-html 3.3.3 (npm), which lies beside this file as it is published.

export type Template = { readonly _$litType$: number; strings: TemplateStringsArray; values: unknown[] };
export declare function html(strings: TemplateStringsArray, ...values: unknown[]): Template;
export declare function svg(strings: TemplateStringsArray, ...values: unknown[]): Template;
export declare const nothing: unique symbol;
export declare function render(view: unknown, container: HTMLElement | DocumentFragment | SVGElement, options?: { renderBefore?: ChildNode | null }): unknown;
