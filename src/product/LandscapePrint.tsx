import styles from './LandscapePrint.module.css'

/**
 * The print on our sample products, in four plates as a riso press lays them down. With `register`
 * the plates come in one after the other and settle, which is how a print comes to be.
 */
export const LandscapePrint = ({ register = false }: { register?: boolean }) => (
  <g className={register ? styles.register : undefined}>
    <rect width="200" height="400" fill="#f7e6cf" />
    <g className={styles.ochre}>
      <path d="M0 0h200v214C150 190 120 226 70 206 40 194 20 202 0 210z" fill="#f2b85a" />
      <path d="M0 0h200v120c-50 26-90-14-140 8-24 10-44 6-60 2z" fill="#f6cf86" />
    </g>
    <g className={styles.vermilion}>
      <circle cx="118" cy="176" r="52" fill="#d9482a" />
      <path
        d="M30 96c22-10 40 4 58-4M24 112c14-6 26 2 40-2M132 78c14-8 28 2 44-4"
        fill="none"
        stroke="#d9482a"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </g>
    <g className={styles.verdigris}>
      <path d="M0 206c34-22 56-8 84 4 34 14 66-18 116-2v192H0z" fill="#4f8f81" />
      <path d="M0 250c50-26 84 14 124 2 30-10 52-14 76-4v152H0z" fill="#2f6a5f" />
    </g>
    <g className={styles.ink}>
      <path d="M0 312c40-18 92 10 134-4 26-8 48-6 66 0v92H0z" fill="#22304a" />
      <g fill="#22304a">
        <path d="M40 300l11-62 11 62zM58 304l8-44 8 44zM24 306l7-38 7 38z" />
        <path d="M160 308l9-50 9 50zM148 310l6-34 6 34z" />
      </g>
      <path
        d="M66 142q6-7 12 0 6-7 12 0M44 164q5-6 10 0 5-6 10 0M150 128q5-6 10 0 5-6 10 0"
        fill="none"
        stroke="#22304a"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d="M16 344q30-12 60 0t60 0 48 0M30 364q30-12 60 0t60 0"
        fill="none"
        stroke="#f2b85a"
        strokeWidth="2.2"
        strokeLinecap="round"
        opacity="0.75"
      />
    </g>
  </g>
)
