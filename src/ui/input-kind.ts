let keyboard = false
addEventListener('keydown', () => (keyboard = true), { capture: true })
addEventListener('pointerdown', () => (keyboard = false), { capture: true })

/** Whether the customer last pressed a key rather than a pointer: then the focus is what they see. */
export const isByKeyboard = (): boolean => keyboard
