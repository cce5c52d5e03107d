declare module 's3rver' {
  interface Options {
    readonly port: number
    readonly directory: string
    readonly silent: boolean
    readonly configureBuckets: readonly {
      readonly name: string
      readonly configs: readonly string[]
    }[]
  }
  /** A store that speaks S3, in this process; it has no types of its own. */
  export default class S3rver {
    constructor(options: Options)
    run(): Promise<{ readonly port: number }>
    close(): Promise<void>
  }
}
