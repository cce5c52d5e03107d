import { StaffDesk } from './StaffDesk.tsx'
import { StaffFrame } from './StaffFrame.tsx'

/** What who works with stations does: orders, machines, stock, and what was done. */
export default function StaffPage() {
  return (
    <StaffFrame titleKey="staffTitle" roles={['staff']}>
      {() => <StaffDesk />}
    </StaffFrame>
  )
}
