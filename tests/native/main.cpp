// Runs every registered test, or those whose name contains the argument.
#include <cstring>
#include <exception>

#include "check.hpp"

int main(int count, char** arguments) {
  int passed = 0, failed = 0;
  for (const auto& test : pan::test::tests()) {
    if (count > 1 && !std::strstr(test.name, arguments[1])) continue;
    pan::test::failed() = false;
    try {
      test.run();
    } catch (const std::exception& error) {
      std::printf("%s: %s\n", test.name, error.what());
      pan::test::failed() = true;
    }
    if (pan::test::failed()) std::printf("FAILED %s\n", test.name);
    ++(pan::test::failed() ? failed : passed);
  }
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed ? 1 : 0;
}
