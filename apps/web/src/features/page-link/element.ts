export type Child = Node | string | false | null;

/** Replaces the children of an element; texts become text nodes, never markup. */
export function fill<T extends Element>(parent: T, ...children: readonly Child[]): T {
  parent.replaceChildren(...children.filter((child): child is Node | string => Boolean(child)));
  return parent;
}

/** An element with properties and children. */
export const element = <T extends keyof HTMLElementTagNameMap>(
  tag: T,
  properties: Partial<HTMLElementTagNameMap[T]> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[T] => fill(Object.assign(document.createElement(tag), properties), ...children);
