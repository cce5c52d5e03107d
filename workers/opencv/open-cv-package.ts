import * as namespace from '@techstark/opencv-js'

/**
 * The package while it still starts. It is wrapped because OpenCV has a `then`: a dynamic import
 * of the package itself would wait for it for ever.
 */
export const packaged: unknown = 'default' in namespace ? namespace.default : namespace
