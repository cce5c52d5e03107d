type Attributes = Readonly<Record<string, string | boolean>>

/** An element with its attributes and what is in it; `false` leaves an attribute out. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(key, value === true ? '' : value)
  }
  made.append(...children)
  return made
}
