// Just enough of a test framework: TEST registers a function, CHECK counts.
#pragma once
#include <cstdio>
#include <string>
#include <vector>

namespace pan::test {

struct Test {
  const char* name;
  void (*run)();
};

inline std::vector<Test>& tests() {
  static std::vector<Test> registered;
  return registered;
}

inline bool& failed() {
  static bool flag = false;
  return flag;
}

struct Registration {
  Registration(const char* name, void (*run)()) { tests().push_back({name, run}); }
};

// The message of the exception that `run` throws, empty if it throws none.
template <class Error, class Run>
std::string message_of(Run run) {
  try {
    run();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace pan::test

#define TEST(name)                                                    \
  static void test_##name();                                          \
  static pan::test::Registration register_##name(#name, test_##name); \
  static void test_##name()

#define CHECK(condition)                                                    \
  do {                                                                      \
    if (!(condition)) {                                                     \
      std::printf("%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
      pan::test::failed() = true;                                           \
    }                                                                       \
  } while (false)
