import { z } from 'zod'

/** The specification's mobile or landline form is checked where numbers are taken, not here. */
export const phoneSchema = z.string().trim().min(1).max(20)

/** NIST SP 800-63B: length is what counts; 128 bounds the cost of hashing. */
export const passwordSchema = z.string().min(8).max(128)

/** The specification's login user, as it is kept under `bindWx`. */
export const loginSchema = z.object({
  token: z.string(),
  tokenHead: z.string(),
  openid: z.string(),
  phone: z.string(),
  username: z.string(),
  id: z.string(),
})
export type Login = z.infer<typeof loginSchema>

export const customerSchema = loginSchema.omit({ token: true, tokenHead: true })
